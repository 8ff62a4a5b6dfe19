import type { Clock } from '@cobble/engine/collaboration';
import { observable, reaction, runInAction } from 'mobx';

/**
 * Whether a condition has held for a while without a break, so that an indicator does not flicker.
 * False as soon as it no longer holds.
 */
export class Sustained {
  private readonly hasLasted = observable.box(false);
  private readonly condition: () => boolean;
  private readonly stop: () => void;
  private cancel: (() => void) | null = null;

  /** @param condition reads observables only */
  constructor(condition: () => boolean, forMs: number, clock: Clock) {
    this.condition = condition;
    this.stop = reaction(
      condition,
      (holds) => {
        this.restart();
        if (holds) this.cancel = clock.after(forMs, () => this.set(true));
      },
      { fireImmediately: true },
    );
  }

  /** Observable. */
  get value(): boolean {
    // The box changes a little later than the condition.
    return this.hasLasted.get() && this.condition();
  }

  dispose(): void {
    this.stop();
    this.restart();
  }

  private restart(): void {
    this.cancel?.();
    this.cancel = null;
    this.set(false);
  }

  private set(hasLasted: boolean): void {
    runInAction(() => {
      this.hasLasted.set(hasLasted);
    });
  }
}
