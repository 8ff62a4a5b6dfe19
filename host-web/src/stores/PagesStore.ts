import { calls, planOf, type PageInput, type PageSummary } from '@cobble/host-server/contract';
import type { Page } from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import type { AccountStore } from './AccountStore.ts';

/** A page that this device has stored, so that it opens without the server. */
export interface DevicePage {
  /** Its `ID`. */
  readonly pageId: number;
  readonly siteSlug: string;
  readonly pageSlug: string;
  /** What the list shows. */
  readonly name: string;
}

/** The account's pages. */
export class PagesStore {
  /** Sorted by last change, newest first; null until loaded. */
  pages: readonly PageSummary[] | null = null;
  /** Why the list could not be loaded; null while it is being loaded, and if it was. */
  failure: 'unreachable' | 'failed' | null = null;
  /** What the home screen lists while the account is offline [OF8]. */
  onDevice: readonly DevicePage[] = [];

  readonly #api: ApiClient;
  readonly #account: AccountStore;
  /** Counts calls to `load` and `clear`, so that responses to earlier loads can be ignored. */
  #loads = 0;

  constructor(api: ApiClient, account: AccountStore) {
    this.#api = api;
    this.#account = account;
    makeAutoObservable(this);
  }

  /** The plan's limit; null is unlimited. */
  get maxPages(): number | null {
    return planOf(this.#account.account?.roles ?? []).maxPages;
  }

  /** Whether the plan includes private pages. */
  get canHavePrivatePages(): boolean {
    return planOf(this.#account.account?.roles ?? []).features.has('privatePages');
  }

  get canAddPage(): boolean {
    if (this.pages === null) return false;
    return this.maxPages === null || this.pages.length < this.maxPages;
  }

  /**
   * Loads the list. If the server cannot be reached, loads the session again, which is then `offline`
   * [OF9]. Another failure sets `failure`, without a toast: the list's place says so. If the session
   * has expired, a toast says so, and it ends here too.
   */
  async load(): Promise<void> {
    const load = this.#startLoad();
    if ((await this.#loadList(load)) !== 'network_unreachable') return;
    // While it is offline, the home screen lists what this device has, and loads the list afterwards.
    await this.#account.refresh().catch(() => undefined);
    if (load !== this.#loads || this.#account.state === 'offline') return;
    // The server has just responded.
    const code = await this.#loadList(load);
    runInAction(() => {
      if (load === this.#loads && code === 'network_unreachable') this.failure = 'unreachable';
    });
  }

  #startLoad(): number {
    this.#loads += 1;
    this.failure = null;
    return this.#loads;
  }

  /** Returns the code of the failure, if there was one that has a code. */
  async #loadList(load: number): Promise<ApiError['code'] | null> {
    try {
      const isQuiet = ({ code }: ApiError) => code !== 'err_unauthorized';
      const pages = await this.#api.call(calls.listPages, { isQuiet });
      // They may be those of another account, to which the user has logged in meanwhile [OF7].
      if (this.#account.hasExpired) await this.#account.refresh().catch(() => undefined);
      runInAction(() => {
        if (load !== this.#loads) return;
        this.pages = pages;
      });
      return null;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'network_unreachable') return code;
      runInAction(() => {
        if (load === this.#loads) this.failure = 'failed';
      });
      if (code !== 'err_unauthorized') return code;
      // The server decides, as the user may have signed in meanwhile [AU9].
      await this.#account.refresh().catch(() => undefined);
      if (load === this.#loads && this.#account.state === 'signed-out') this.clear();
      return code;
    }
  }

  /** Creates a page and reloads the list. @throws {ApiError} */
  async create(page: PageInput): Promise<Page> {
    const created = await this.#api.call(calls.createPage, { body: page, isQuiet: true });
    await this.load();
    return created;
  }

  setOnDevice(pages: readonly DevicePage[]): void {
    this.onDevice = pages;
  }

  /** Lists the pages that this browser can open offline. Never rejects: without a database there are none. */
  async loadOnDevice(): Promise<void> {
    const accountId = this.#account.account?.ID;
    if (accountId === undefined) return;
    try {
      const { localPages } = await import('../device/onDevice.ts');
      const kept = await localPages.list(accountId);
      if (this.#account.account?.ID === accountId)
        this.setOnDevice(kept.map((page) => ({ ...page, name: page.pageSlug })));
    } catch {
      this.setOnDevice([]);
    }
  }

  clear(): void {
    this.#loads += 1;
    this.pages = null;
    this.failure = null;
    this.onDevice = [];
  }
}
