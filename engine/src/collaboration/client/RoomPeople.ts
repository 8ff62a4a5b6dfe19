import { checkString, inputError } from '../../model/inputError.ts';
import { orThrow, readOnlyNumbers } from '../../editor/readArguments.ts';
import type { Box } from '../../model/Position.ts';
import type { Presence } from '../protocol/roomMessages.ts';
import type { Caret, ClientPresence } from './ClientPresence.ts';

/**
 * The other people in a room, as one client sees them, and what this client shows them. Nothing of it
 * is stored, and losing all of it changes nothing on the page. Properties are MobX-observable.
 */
export class RoomPeople {
  private readonly presence: ClientPresence;
  private readonly checkMayAct: () => void;

  /** Read `people` of a room client instead. */
  constructor(presence: ClientPresence, checkMayAct: () => void) {
    this.presence = presence;
    this.checkMayAct = checkMayAct;
  }

  /**
   * The other clients in the room, by client id; two tabs are two clients. One that is connected is
   * listed even if it does nothing. What it does (cursor, selection, caret and so on) ends when
   * nothing has arrived from it for 3 s.
   */
  get peers(): ReadonlyMap<string, Presence> {
    return this.presence.peers;
  }

  /** The id of the client whose view this one follows; null for none. */
  get following(): string | null {
    return this.presence.following;
  }

  /** The ids of the clients that follow this one's view. */
  get followers(): readonly string[] {
    return this.presence.followers;
  }

  /** The ids of the clients that this one does not let follow. */
  get stoppedFollowers(): ReadonlySet<string> {
    return this.presence.stoppedFollowers;
  }

  /**
   * Whether the others are shown neither this client's name nor what it does: no cursor, selection,
   * caret, gesture or view. They see that someone is here, and whom this client follows. Its edits
   * still have an author, and what it locks is locked.
   */
  get isQuiet(): boolean {
    return this.presence.isQuiet;
  }

  /**
   * Shows the others the caret or selection in the text that is being edited.
   *
   * @param caret positions in the text's ProseMirror document; null when no text is being edited
   * @throws CobbleError `input_invalid` (details: `path`) unless given an id and positions from 0,
   *   or null
   */
  sendCaret(caret: Caret | null): void {
    this.checkMayAct();
    if (caret !== null) checkCaret(caret);
    this.presence.setCaret(caret);
  }

  /**
   * Sets the visible part of the page. It is sent only to clients that follow this one.
   *
   * @param view in page space; null when the page is not visible
   * @throws CobbleError `input_invalid` (details: `path`) unless given finite numbers or null
   */
  sendView(view: Box | null): void {
    this.checkMayAct();
    this.presence.setView(view === null ? null : readView(view));
  }

  /** Whether a client's view can be followed: it is here, not quiet, and has not stopped this one. */
  mayFollow(clientId: string): boolean {
    return this.presence.mayFollow(clientId);
  }

  /**
   * Follows the view of another client, which sees that. Its view then arrives as `view` in `peers`.
   * Does nothing for a client that cannot be followed. Ends when that client leaves, becomes quiet or
   * stops this one, and when the connection breaks.
   *
   * @throws CobbleError `input_invalid` unless given a string
   */
  follow(clientId: string): void {
    checkString('clientId', clientId);
    this.checkMayAct();
    if (this.mayFollow(clientId)) this.presence.follow(clientId);
  }

  /** Follows nobody any more. */
  stopFollowing(): void {
    this.checkMayAct();
    this.presence.follow(null);
  }

  /**
   * Stops a client that follows this one. It gets no more views of this client, and cannot follow it
   * until {@link letFollow}.
   *
   * @throws CobbleError `input_invalid` unless given a string
   */
  stopFollower(clientId: string): void {
    checkString('clientId', clientId);
    this.checkMayAct();
    this.presence.setStopped(clientId, true);
  }

  /**
   * Lets a client that was stopped follow again, if it wants to.
   *
   * @throws CobbleError `input_invalid` unless given a string
   */
  letFollow(clientId: string): void {
    checkString('clientId', clientId);
    this.checkMayAct();
    this.presence.setStopped(clientId, false);
  }

  /**
   * Turns quiet mode on or off, see {@link isQuiet}.
   *
   * @throws CobbleError `input_invalid` unless given true or false
   */
  setQuiet(isQuiet: boolean): void {
    if (typeof (isQuiet as unknown) !== 'boolean')
      throw inputError('isQuiet', 'must be true or false');
    this.checkMayAct();
    this.presence.setQuiet(isQuiet);
  }
}

function checkCaret(caret: unknown): void {
  if (typeof caret !== 'object' || caret === null)
    throw inputError('caret', 'must be an object or null');
  const { thingUuid, anchor, head } = caret as Readonly<Record<string, unknown>>;
  checkString('caret.thingUuid', thingUuid);
  for (const [name, position] of Object.entries({ anchor, head }))
    if (!Number.isSafeInteger(position) || Number(position) < 0)
      throw inputError(`caret.${name}`, 'must be a whole number from 0');
}

function readView(view: unknown): Box {
  const { x, y, width, height } = orThrow(
    readOnlyNumbers('view', view, ['x', 'y', 'width', 'height']),
  );
  const box = { x: x ?? NaN, y: y ?? NaN, width: width ?? NaN, height: height ?? NaN };
  for (const [name, value] of Object.entries(box))
    if (!Number.isFinite(value)) throw inputError(`view.${name}`, 'must be a finite number');
  return box;
}
