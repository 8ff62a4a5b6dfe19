/** After this long, a pressed key may be one whose release macOS does not report, ms. */
const HELD_MS = 100;
/** A key counts as released this long after its last event, ms. */
const KEY_UP_MS = 500;

/** The properties of a key event that are needed. */
interface KeyLike {
  readonly key: string;
  readonly code: string;
  readonly metaKey: boolean;
}

/** Calls a function later; returns a function that cancels it. */
type After = (ms: number, run: () => void) => () => void;

const afterTimeout: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Reports the `keyup` events that macOS does not send while Cmd is down. A key pressed with Cmd for
 * over 100 ms counts as released 500 ms after its last event, or when Cmd is released.
 */
export class KeyUps {
  readonly #release: (key: string) => void;
  readonly #after: After;
  /** The keys that are down with Cmd, by physical key. */
  readonly #held = new Map<string, { readonly key: string; stop: () => void; isLong: boolean }>();

  /** @param release called with each key whose release is not reported otherwise */
  constructor(release: (key: string) => void, after: After = afterTimeout) {
    this.#release = release;
    this.#after = after;
  }

  /** A key was pressed, or repeats. */
  down({ key, code, metaKey }: KeyLike): void {
    if (!metaKey || key === 'Meta') return;
    const known = this.#held.get(code);
    known?.stop();
    const held = known ?? { key, isLong: false, stop: () => undefined };
    this.#held.set(code, held);
    const rest = KEY_UP_MS - (held.isLong ? 0 : HELD_MS);
    const wait = (): void => {
      held.isLong = true;
      held.stop = this.#after(rest, () => {
        this.#end(code);
      });
    };
    if (held.isLong) wait();
    else held.stop = this.#after(HELD_MS, wait);
  }

  /** A key was released. */
  up({ key, code }: Pick<KeyLike, 'key' | 'code'>): void {
    if (key === 'Meta') for (const each of [...this.#held.keys()]) this.#end(each);
    else this.#forget(code);
  }

  /** The canvas lost the focus: no more key events follow. */
  stop(): void {
    for (const code of [...this.#held.keys()]) this.#forget(code);
  }

  #end(code: string): void {
    const held = this.#held.get(code);
    this.#forget(code);
    if (held) this.#release(held.key);
  }

  #forget(code: string): void {
    this.#held.get(code)?.stop();
    this.#held.delete(code);
  }
}
