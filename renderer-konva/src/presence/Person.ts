import type { Box, Editor, Point } from '@cobble/engine';
import type { Caret, Presence, RoomClient } from '@cobble/engine/collaboration';
import { computed, computedStruct, makeObservable } from 'mobx';
import type { Placement } from '../painting/moving/MovedBlocks.ts';
import { initialsOf } from './initialsOf.ts';
import { personColorCss, QUIET_COLOR } from './personColors.ts';

const NONE: readonly string[] = [];

/**
 * Another client in a room, as it is shown. Each property changes only when its own value does,
 * however often the others arrive. Observable.
 */
export class Person {
  readonly clientId: string;
  readonly #room: RoomClient;
  readonly #colorIndex: () => number;

  /** @param colorIndex returns the index of its colour */
  constructor(room: RoomClient, clientId: string, colorIndex: () => number) {
    this.#room = room;
    this.clientId = clientId;
    this.#colorIndex = colorIndex;
    makeObservable(this, {
      name: computed,
      color: computed,
      isQuiet: computed,
      isYou: computed,
      isFollowed: computed,
      isFollower: computed,
      isStopped: computed,
      mayFollow: computed,
      cursor: computedStruct,
      selection: computedStruct,
      caret: computedStruct,
      view: computedStruct,
    });
  }

  get #presence(): Presence | undefined {
    return this.#room.people.peers.get(this.clientId);
  }

  /** Null for a visitor and in quiet mode. */
  get name(): string | null {
    const name = this.#presence?.name?.trim();
    return name === undefined || name === '' ? null : name;
  }

  /** '' without a name. */
  get initials(): string {
    return this.name === null ? '' : initialsOf(this.name);
  }

  /** A CSS colour, on which `ON_PERSON_COLOR` can be read. */
  get color(): string {
    return this.isQuiet ? QUIET_COLOR : personColorCss(this.#colorIndex());
  }

  get isQuiet(): boolean {
    return this.#presence?.quiet === true;
  }

  /** Whether it is another tab or device of the same account. */
  get isYou(): boolean {
    const accountId = this.#presence?.accountId ?? -1;
    return accountId >= 0 && accountId === this.#room.accountId;
  }

  /** Whether this client follows their view. */
  get isFollowed(): boolean {
    return this.#room.people.following === this.clientId;
  }

  /** Whether they follow this client's view. */
  get isFollower(): boolean {
    return this.#room.people.followers.includes(this.clientId);
  }

  /** Whether this client does not let them follow. */
  get isStopped(): boolean {
    return this.#room.people.stoppedFollowers.has(this.clientId);
  }

  get mayFollow(): boolean {
    return this.#room.people.mayFollow(this.clientId);
  }

  /** In page space; null when the pointer is not over the page. */
  get cursor(): Point | null {
    return this.#presence?.cursor ?? null;
  }

  get selection(): readonly string[] {
    return this.#presence?.selection ?? NONE;
  }

  get caret(): Caret | null {
    return this.#presence?.caret ?? null;
  }

  /** The part of the page that they see, page space; null unless it is followed. */
  get view(): Box | null {
    return this.#presence?.view ?? null;
  }

  /**
   * Where a gesture of theirs has moved blocks other than sections, relative to their parents; null
   * for no gesture. A block whose text they are typing stays as it is: it grows with a text that
   * nobody else sees yet.
   */
  movedIn(editor: Editor): ReadonlyMap<string, Placement> | null {
    const { inProgress } = this.#presence ?? {};
    if (!inProgress) return null;
    const moved = new Map<string, Placement>();
    for (const { uuid, position } of inProgress.updated) {
      if (this.#room.locksOfOthers.get(uuid)?.clientId === this.clientId) continue;
      const parent = editor.blocks.get(uuid)?.parentUuid;
      const placement = parent === undefined ? null : withinParent(editor, position, parent);
      if (placement) moved.set(uuid, placement);
    }
    const { thingUuids = [], dx = 0, dy = 0 } = inProgress.offset ?? {};
    for (const uuid of thingUuids) {
      const block = editor.blocks.get(uuid);
      if (block?.parentUuid === undefined) continue;
      const { x, y, width, height, rotationDeg } = block.position;
      moved.set(uuid, { x: x + dx, y: y + dy, width, height, rotationDeg });
    }
    return moved;
  }
}

/** A placement relative to the block's own parent: a gesture may have another one in mind. */
function withinParent(
  editor: Editor,
  position: Placement & { readonly parentUuid: string | null },
  parent: string,
): Placement | null {
  const { parentUuid, x, y, width, height, rotationDeg } = position;
  const placement = { x, y, width, height, rotationDeg };
  if (parentUuid === null || parentUuid === parent) return placement;
  const [seen, own] = [editor.boxOf(parentUuid), editor.boxOf(parent)];
  if (!seen || !own) return null;
  return { ...placement, x: x + seen.x - own.x, y: y + seen.y - own.y };
}
