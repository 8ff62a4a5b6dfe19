import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import type { Result } from '../../model/Result.ts';
import type { ChangeOrigin } from '../ChangeOrigin.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { PageBody } from '../PageBody.ts';

/** The page as a whole: replaced, loaded, published, and shared with others. */
export interface PageCalls {
  /**
   * Replaces settings, style and blocks as one entry of the history (type 'Full'): after migrating,
   * or for an older version; name, owner and flags stay. Refused with `invalid_page`.
   */
  replacePage(body: PageBody): Result<null, EditorRefusal>;
  /** Replaces all blocks by many random ones of every kind. (It can always be undone.) */
  unleashChaosMonkey(): Result<null, EditorRefusal>;

  /**
   * Replaces the page (after loading or migrating); clears history, selection and progress.
   *
   * @throws CobbleError as `createEditor`; nothing has changed then
   */
  load(page: Page, options?: { hasPublishableChanges?: boolean }): void;
  /**
   * After the server has stored this page: takes over what it says (revision, dates) below what is
   * in progress and without an entry of the history.
   *
   * @throws CobbleError, as `parsePage`, for fields that no page has; nothing has changed then
   * @param sent the page that the request was made of (`stablePage` at that time). When the page has
   *   been edited since, so that it now says something else, `hasPublishableChanges` stays true;
   *   edits that were undone again count for nothing. Without it the answer is taken to be for the
   *   page as it now stands.
   */
  markPublished(stored: Partial<PageFields>, sent?: Page): void;
  /** Each committed change, and each page load; returns the way to stop listening. */
  onChange(listener: (change: Change, origin: ChangeOrigin) => void): () => void;

  /** What is in progress, as a change of the stable page; the change that changes nothing if none is. */
  readonly progress: Change;
  /**
   * Takes over a change of the stable page that someone else has made: without an entry of the
   * history, and below what is in progress. A property that is being changed here stays as it is
   * shown; a block that was removed is shown until the gesture ends and is gone then; the selection
   * forgets it. What it says of blocks is taken at its word, as a room has checked it.
   *
   * @throws CobbleError, as `createEditor`, for what has no change's outline; nothing has changed then
   * @param options `hasPublishableChanges` says whether the page now differs from the published
   *   one; true unless told otherwise
   */
  applyRemote(change: Change, options?: { readonly hasPublishableChanges?: boolean }): void;
  /**
   * Says what has become of a change that was committed here: a room has merged it with what others
   * did. Undo then takes back what was really done; of a change that came to nothing, nothing.
   *
   * @param committed the very object that `onChange` has told
   * @param done what was done instead; the change that changes nothing if it was refused
   */
  amendHistory(committed: Change, done: Change): void;
  /**
   * Blocks that others are editing just now. To this editor they are locked: commands and gestures
   * are refused with `block_locked` or `selection_locked`, and undo leaves them alone.
   */
  readonly lockedByOthers: ReadonlySet<string>;
  /** Says which blocks others are editing, all of them; a room's client does so. */
  setLockedByOthers(uuids: Iterable<string>): void;
  /**
   * A block that someone else has removed while it was in progress here, as it was last shown; told
   * when what is in progress ends, so that typed words can be kept.
   */
  onRemovedByOthers(listener: (block: Block) => void): () => void;
}
