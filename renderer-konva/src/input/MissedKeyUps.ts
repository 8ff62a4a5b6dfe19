/** A key counts as released this long after its last `keydown` event, ms. */
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
 * Reports the `keyup` events that macOS does not send while Cmd is down. A key pressed with Cmd
 * counts as released 500 ms after its last `keydown` event, or when Cmd is released.
 */
export class MissedKeyUps {
  readonly #release: (key: string) => void;
  readonly #after: After;
  /** The keys that are down with Cmd, by physical key. */
  readonly #pressed = new Map<string, { readonly key: string; readonly stop: () => void }>();

  /** @param release called with each key whose release is not reported otherwise */
  constructor(release: (key: string) => void, after: After = afterTimeout) {
    this.#release = release;
    this.#after = after;
  }

  /** Must be called for each `keydown` event. */
  down({ key, code, metaKey }: KeyLike): void {
    if (!metaKey || key === 'Meta') return;
    const first = this.#pressed.get(code);
    first?.stop();
    const stop = this.#after(KEY_UP_MS, () => {
      this.#end(code);
    });
    this.#pressed.set(code, { key: first?.key ?? key, stop });
  }

  /** Must be called for each `keyup` event. */
  up({ key, code }: Pick<KeyLike, 'key' | 'code'>): void {
    if (key === 'Meta') for (const each of [...this.#pressed.keys()]) this.#end(each);
    else this.#remove(code);
  }

  /** Must be called when the canvas loses the focus, as no more key events follow. */
  stop(): void {
    for (const code of [...this.#pressed.keys()]) this.#remove(code);
  }

  #end(code: string): void {
    const pressed = this.#pressed.get(code);
    this.#remove(code);
    if (pressed) this.#release(pressed.key);
  }

  #remove(code: string): void {
    this.#pressed.get(code)?.stop();
    this.#pressed.delete(code);
  }
}
