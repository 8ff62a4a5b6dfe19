import type { Editor } from '@cobble/engine';
import { AutosaveStore, type AutosaveOptions } from '../autosave/AutosaveStore.ts';
import { AutosaveTab } from '../autosave/AutosaveTab.ts';
import { type LockApi, TabLocks } from '../autosave/TabLocks.ts';

/** How a browser answers requests for Web Locks. */
export type LockSupport = 'normal' | 'missing' | 'refused' | 'silent';

/** An autosave for tests that do not store anything. */
export function noAutosave(editor: object = {}): AutosaveStore {
  return new TestBrowser().open().autosave(editor, { storage: null });
}

/**
 * What tabs of one browser share, as far as autosave uses it: `localStorage` and Web Locks, which
 * Node 20 lacks.
 */
export class TestBrowser {
  readonly items = new Map<string, string>();
  private readonly held = new Map<string, TestTab>();
  private readonly waiting = new Set<() => void>();

  /** @param session that of the tab before a reload, or of the tab that this is a duplicate of */
  open(support: LockSupport = 'normal', session = new Map<string, string>()): TestTab {
    return new TestTab(this, this.lockApi(support), session);
  }

  /** The titles of the pages in the stored copies. */
  get titles(): readonly (string | undefined)[] {
    return [...this.items.values()]
      .map((text) => JSON.parse(text) as { page: { settings: { title?: string } } })
      .map(({ page }) => page.settings.title)
      .sort();
  }

  releaseAllOf(tab: TestTab): void {
    for (const [name, holder] of this.held) if (holder === tab) this.held.delete(name);
    for (const retry of [...this.waiting]) retry();
  }

  private lockApi(support: LockSupport): ((tab: TestTab) => LockApi) | null {
    if (support === 'missing') return null;
    return (tab) => {
      const request = async (
        name: string,
        options: LockOptions,
        callback: LockGrantedCallback<unknown>,
      ) => {
        await Promise.resolve();
        if (tab.isGone) return new Promise(() => undefined);
        while (this.held.has(name)) {
          if (options.ifAvailable) return callback(null);
          await new Promise<void>((resolve, reject) => {
            const retry = () => {
              this.waiting.delete(retry);
              resolve();
            };
            this.waiting.add(retry);
            options.signal?.addEventListener('abort', () => {
              this.waiting.delete(retry);
              reject(new DOMException('aborted', 'AbortError'));
            });
          });
        }
        this.held.set(name, tab);
        try {
          return await callback({ name, mode: 'exclusive' });
        } finally {
          if (this.held.get(name) === tab) this.held.delete(name);
          for (const retry of [...this.waiting]) retry();
        }
      };
      const query = () =>
        Promise.resolve({ held: [...this.held.keys()].map((name) => ({ name })), pending: [] });
      const never = () => new Promise<never>(() => undefined);
      const refuse = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'));
      const answers = { normal: { request, query }, silent: never, refused: refuse }[support];
      return (typeof answers === 'function'
        ? { request: answers, query: answers }
        : answers) as unknown as LockApi;
    };
  }
}

/** A tab of a {@link TestBrowser}. */
export class TestTab {
  readonly tab: AutosaveTab;
  readonly session: Map<string, string>;
  private readonly browser: TestBrowser;
  isGone = false;

  constructor(
    browser: TestBrowser,
    locks: ((tab: TestTab) => LockApi) | null,
    session: Map<string, string>,
  ) {
    this.browser = browser;
    this.session = session;
    this.tab = new AutosaveTab(new TabLocks(locks?.(this) ?? null, 20), {
      getItem: (key) => session.get(key) ?? null,
      setItem: (key, value) => void session.set(key, value),
    });
  }

  /** The autosave of an editor in this tab, which has just mounted. */
  autosave(editor: Editor | object, options: Partial<AutosaveOptions> = {}): AutosaveStore {
    const { items } = this.browser;
    return new AutosaveStore({
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => {
          if (!this.isGone) items.set(key, value);
        },
        removeItem: (key) => {
          if (!this.isGone) items.delete(key);
        },
      },
      tab: this.tab,
      editor,
      now: Date.now,
      onProblem: () => undefined,
      delayMs: 0,
      ...options,
    });
  }

  /** Ends the tab without warning; anything that it still does has no effect. */
  crash(): void {
    this.isGone = true;
    this.browser.releaseAllOf(this);
  }
}

/** Waits until a condition holds. */
export async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setTimeout(resolve));
}
