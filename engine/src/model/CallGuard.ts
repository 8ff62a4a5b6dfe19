import { CobbleError } from './CobbleError.ts';

/** A function that an editor calls, as errors name it. */
export interface GuardedFunction {
  /** Such as `environment.now`, or `block.plainText` of a kit. */
  readonly path: string;
  /** The type of the kit whose function it is; absent for a function of the host. */
  readonly kit?: string;
}

/**
 * Knows whether an editor is calling a function of its host or of a kit. Commands call them partway,
 * when the page is not consistent, so they may read the editor but not edit. Each editor has a guard
 * of its own: what they do with other editors is up to them.
 */
export class CallGuard {
  /**
   * The function that runs. Wrappers of functions set it and restore the previous value, instead of
   * using `call`, which would need a new closure for each call.
   */
  running: GuardedFunction | null = null;

  /** @throws CobbleError `input_invalid` (details: `path`, `type` of a kit) while a function runs */
  checkNotRunning(): void {
    if (!this.running) return;
    const { path, kit } = this.running;
    const name = kit === undefined ? path : `kit ${kit}: ${path}`;
    throw new CobbleError('input_invalid', `${name} may read the editor, but not edit`, {
      details: kit === undefined ? { path } : { type: kit, path },
    });
  }

  /** Calls a function that is not wrapped. */
  call<Value>(called: GuardedFunction, call: () => Value): Value {
    const outer = this.running;
    this.running = called;
    try {
      return call();
    } finally {
      this.running = outer;
    }
  }
}
