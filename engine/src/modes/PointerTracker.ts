import type { ParsedInput, PointerDown, PointerInput } from '../editor/InputEvent.ts';

type PointerCancel = Extract<ParsedInput, { type: 'pointercancel' }>;

/** How long after a pen's last event it still counts as in use. */
const PEN_IN_USE_MS = 500;

/**
 * Knows which pointers are down, by their ids, and decides which events the modes receive:
 *
 * - While a pen is in use, touches are ignored, since they come from the hand that holds the pen. A
 *   pen's press cancels what the touches that are down have begun.
 * - When a press shows that the release of an earlier one was lost, it adds the release.
 */
export class PointerTracker {
  private readonly now: () => number;
  /** The last event of each pointer that is down, and its press. */
  private readonly down = new Map<number, { press: PointerDown; last: PointerInput }>();
  private readonly ignored = new Set<number>();
  private penSeenAt = -Infinity;

  /** @param now the clock, in ms */
  constructor(now: () => number) {
    this.now = now;
  }

  /** Whether a finger is down that is not ignored. */
  get hasFingers(): boolean {
    return this.pointersOf('touch').length > 0;
  }

  /** Whether a pen is down, or was seen less than half a second ago. */
  get isPenInUse(): boolean {
    const since = this.now() - this.penSeenAt;
    // A negative time means that the clock was set back.
    return this.pointersOf('pen').length > 0 || (since >= 0 && since < PEN_IN_USE_MS);
  }

  /**
   * Takes note of an event and calls `handle` with each event that the modes must handle, in order:
   * usually the event itself, none if it is ignored, and before it those that were not reported.
   */
  track(event: ParsedInput, handle: (event: ParsedInput) => void): void {
    if (event.type === 'pointercancel') {
      this.cancel(event, handle);
      return;
    }
    if (!('pointerType' in event)) {
      handle(event);
      return;
    }
    if (event.pointerType === 'pen') this.penSeenAt = this.now();
    if (event.type === 'pointerdown') {
      this.press(event, handle);
      return;
    }
    if (this.isIgnored(event)) {
      if (event.type === 'pointerup') this.ignored.delete(event.pointerId);
      return;
    }
    const pointer = this.down.get(event.pointerId);
    if (event.type === 'pointermove' && pointer) pointer.last = event;
    if (event.type === 'pointerup') this.down.delete(event.pointerId);
    handle(event);
  }

  private press(event: PointerDown, handle: (event: ParsedInput) => void): void {
    for (const [pointerId, { press, last }] of [...this.down])
      if (isReleaseLost(press, event)) {
        this.down.delete(pointerId);
        handle({ ...last, type: 'pointerup' });
      }
    if (this.down.has(event.pointerId)) {
      // Another button of the same pointer.
      handle(event);
      return;
    }
    this.ignored.delete(event.pointerId);
    if (event.pointerType === 'touch' && this.isPenInUse) {
      this.ignored.add(event.pointerId);
      return;
    }
    if (event.pointerType === 'pen')
      for (const pointerId of this.pointersOf('touch')) {
        this.down.delete(pointerId);
        this.ignored.add(pointerId);
        handle({ type: 'pointercancel', pointerId });
      }
    this.down.set(event.pointerId, { press: event, last: event });
    handle(event);
  }

  private cancel(event: PointerCancel, handle: (event: ParsedInput) => void): void {
    const { pointerId } = event;
    if (pointerId === undefined) {
      this.down.clear();
      this.ignored.clear();
    } else {
      this.down.delete(pointerId);
      if (this.ignored.delete(pointerId)) return;
    }
    handle(event);
  }

  private isIgnored({
    pointerId,
    pointerType,
  }: Pick<PointerInput, 'pointerId' | 'pointerType'>): boolean {
    if (this.ignored.has(pointerId)) return true;
    return pointerType === 'touch' && !this.down.has(pointerId) && this.isPenInUse;
  }

  private pointersOf(type: PointerDown['pointerType']): number[] {
    return [...this.down.values()].flatMap(({ press }) =>
      press.pointerType === type ? [press.pointerId] : [],
    );
  }
}

/** Whether a press shows that the release of an earlier one was not reported. */
function isReleaseLost(earlier: PointerDown, press: PointerDown): boolean {
  if (earlier.pointerId === press.pointerId)
    return earlier.button === press.button || earlier.pointerType !== press.pointerType;
  return press.isPrimary === true && press.pointerType === earlier.pointerType;
}
