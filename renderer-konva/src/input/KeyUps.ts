/** A key held for longer than this may be one whose release the system swallows, ms (section 9). */
const HELD_MS = 100;
/** So long after a key was last heard of it counts as released, ms (section 9). */
const KEY_UP_MS = 500;

/** What of a key event is needed. */
interface KeyLike {
  readonly key: string;
  readonly code: string;
  readonly metaKey: boolean;
}

/** Runs something later; returns the way to keep it from running. */
type After = (ms: number, run: () => void) => () => void;

const afterTimeout: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * macOS tells of no release while Cmd is down. A key that went down with it, and is held for over
 * 100 ms, is released 500 ms after it was last heard of (editing-canvas.md section 9), or with Cmd.
 */
export class KeyUps {
  readonly #release: (key: string) => void;
  readonly #after: After;
  /** The keys that are down beside Cmd, by their physical names, with the way to stop waiting. */
  readonly #held = new Map<string, { readonly key: string; stop: () => void; isLong: boolean }>();

  /** @param release told of each key whose release nobody else tells */
  constructor(release: (key: string) => void, after: After = afterTimeout) {
    this.#release = release;
    this.#after = after;
  }

  /** A key went down, or repeats. */
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

  /** A key was released, and that was told. */
  up({ key, code }: Pick<KeyLike, 'key' | 'code'>): void {
    if (key === 'Meta') for (const each of [...this.#held.keys()]) this.#end(each);
    else this.#forget(code);
  }

  /** The keyboard goes to something else: nothing more will be heard. */
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
