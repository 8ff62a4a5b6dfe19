import type { Decision } from '../../editor/history/History.ts';
import { hasTemporaryUrl } from '../../editor/uploads.ts';
import type { Block } from '../../model/Block.ts';
import { editBetween } from '../../model/blockEdit.ts';
import { type Change, EMPTY_CHANGE, isEmptyChange } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { diffValues } from '../../model/values.ts';

/** A change in the undo history, and the effect that its op has as far as the history knows. */
export interface TrackedChange {
  readonly reported: Change;
  known: Change;
  /** Whether the page does not show the change, because its op does not fit at the moment. */
  isHidden: boolean;
  /** Whether its op changes nothing on the page as it is now. */
  isEmpty: boolean;
}

/**
 * Keeps the undo history consistent with the page: compares each change made here with what its op
 * does, first as predicted and then as applied by the room, and reports each difference. Undo then
 * reverts what really happened, before the acknowledgement too.
 */
export class UndoRewriter {
  private readonly byMid = new Map<number, TrackedChange>();
  private readonly byReported = new Map<Change, TrackedChange>();
  private readonly onDiffers: (reported: Change, effect: Change) => void;
  private readonly onEmptied: () => void;

  /**
   * @param onDiffers called when the op of a change has a different effect, which is empty if the
   *   room rejected it
   * @param onEmptied called when the op of a change, on which the room has not decided, no longer has
   *   an effect, or has one again
   */
  constructor(onDiffers: UndoRewriter['onDiffers'], onEmptied: () => void) {
    this.onDiffers = onDiffers;
    this.onEmptied = onEmptied;
  }

  /** The changes whose ops the room has not decided on, by mid. */
  get tracked(): ReadonlyMap<number, TrackedChange> {
    return this.byMid;
  }

  /** Tracks the changes that an earlier client of the same editor has tracked. */
  takeOver(tracked: ReadonlyMap<number, TrackedChange>): void {
    for (const [mid, change] of tracked) this.add(mid, { ...change });
  }

  /**
   * Tracks a change.
   *
   * @param op its op and what that does to the page as it is now; null if the room would reject it
   */
  track(
    reported: Change,
    op: { readonly mid: number; readonly effect: Change } | null,
    isReplay: boolean,
  ): void {
    if (!op) {
      this.onDiffers(reported, EMPTY_CHANGE);
      return;
    }
    // An undo that is known to have no effect counts as applied: if its entry were put back, each
    // later undo would take this entry again.
    const known = isReplay && isEmptyChange(op.effect) ? EMPTY_CHANGE : reported;
    const isEmpty = isEmptyChange(op.effect);
    this.add(op.mid, { reported, known, isHidden: false, isEmpty });
  }

  /** What the room has done with this change; `decided` for one that is not tracked. */
  decisionOn(reported: Change): Decision {
    const tracked = this.byReported.get(reported);
    if (!tracked) return 'decided';
    if (tracked.isEmpty) return 'empty';
    return tracked.isHidden ? 'hidden' : 'pending';
  }

  /**
   * Called with the effect of a pending op as the client shows it, or null if the client cannot show
   * it. An empty effect may not be final, so the change stays in the history.
   */
  predicted(mid: number, effect: Change | null): void {
    const tracked = this.byMid.get(mid);
    if (!tracked) return;
    tracked.isHidden = effect === null;
    const isEmpty = effect !== null && isEmptyChange(effect);
    if (isEmpty !== tracked.isEmpty) {
      tracked.isEmpty = isEmpty;
      this.onEmptied();
    }
    if (effect && !isEmpty) this.update(mid, effect);
  }

  /** The change whose op has this mid; null if it is not tracked. */
  reportedBy(mid: number): Change | null {
    return this.byMid.get(mid)?.reported ?? null;
  }

  /** Called with the effect of an op in the room; empty if the op was rejected. */
  applied(mid: number, effect: Change): void {
    this.update(mid, effect);
    this.delete(mid);
  }

  /** Stops tracking ops up to a mid: a whole page arrived, and their effects are unknown. */
  untrack(lastMid: number): void {
    for (const mid of this.byMid.keys()) if (mid <= lastMid) this.delete(mid);
  }

  private add(mid: number, tracked: TrackedChange): void {
    this.byMid.set(mid, tracked);
    this.byReported.set(tracked.reported, tracked);
  }

  private delete(mid: number): void {
    const tracked = this.byMid.get(mid);
    if (tracked) this.byReported.delete(tracked.reported);
    this.byMid.delete(mid);
  }

  private update(mid: number, effect: Change): void {
    const tracked = this.byMid.get(mid);
    if (!tracked || hasSameEffect(tracked.known, effect)) return;
    tracked.known = effect;
    this.onDiffers(tracked.reported, effect);
  }
}

/** Whether two changes make the same edits, apart from the temporary URLs in the first one. */
function hasSameEffect(a: Change, b: Change): boolean {
  return (
    hasSameKeys(a.updated, b.updated) &&
    Object.entries(a.updated).every(([uuid, pair]) => {
      const other = b.updated[uuid];
      if (!other) return false;
      const ignoresUrl = pair.some(hasTemporaryUrl);
      return equalJson(editOf(...pair, ignoresUrl), editOf(...other, ignoresUrl));
    }) &&
    hasSameBlocks(a.added, b.added) &&
    hasSameBlocks(a.removed, b.removed) &&
    equalJson(fieldEdits(a), fieldEdits(b))
  );
}

function editOf(from: Block, to: Block, ignoresUrl: boolean): unknown {
  const { values, ...rest } = editBetween(from, to);
  return { ...rest, values: values.filter(({ path }) => !(ignoresUrl && isUrl(path))) };
}

function hasSameBlocks(a: Change['added'], b: Change['added']): boolean {
  return (
    hasSameKeys(a, b) &&
    Object.entries(a).every(([uuid, block]) => {
      const other = b[uuid];
      return (
        other !== undefined &&
        (other === block ||
          diffValues(block, other).every(({ path }) => isUrl(path) && hasTemporaryUrl(block)))
      );
    })
  );
}

function isUrl(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'content' && path[1] === 'url';
}

function fieldEdits({ page }: Change): unknown {
  return page ? diffValues(page.from, page.to) : [];
}

function hasSameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}
