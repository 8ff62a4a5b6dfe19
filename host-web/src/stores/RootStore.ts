import { ApiClient, type ApiClientOptions } from '../api/ApiClient.ts';
import { AccountStore } from './AccountStore.ts';
import { FontsStore } from './FontsStore.ts';
import type { LocalStorage } from './LocalValue.ts';
import { OverlayStore } from './OverlayStore.ts';
import { PagesStore } from './PagesStore.ts';
import { ImagesStore } from './ImagesStore.ts';
import { PreferencesStore } from './PreferencesStore.ts';
import { RenderContextStore } from './RenderContextStore.ts';
import { type UnsentSource, UnsentStore } from './UnsentStore.ts';

/** All stores of a tab, and their API client. */
export class RootStore {
  readonly api: ApiClient;
  readonly account: AccountStore;
  readonly pages: PagesStore;
  readonly fonts: FontsStore;
  readonly images: ImagesStore;
  readonly renderContext: RenderContextStore;
  readonly preferences: PreferencesStore;
  readonly overlays: OverlayStore;
  readonly unsent: UnsentStore;

  /**
   * @param options.session the tab's storage, if there is one
   * @param options.unsent counts and sends the edits that only this device has; default: there are none
   */
  constructor(
    options: ApiClientOptions & {
      readonly storage: LocalStorage | null;
      readonly session?: LocalStorage | null;
      readonly unsent?: UnsentSource;
    },
  ) {
    this.api = new ApiClient({
      ...options,
      onUnauthorized: () => {
        this.account.noteSession(true);
      },
    });
    this.account = new AccountStore(this.api, options.storage);
    this.pages = new PagesStore(this.api, this.account);
    this.fonts = new FontsStore(this.api);
    this.images = new ImagesStore(this.api);
    this.renderContext = new RenderContextStore(this.api);
    this.overlays = new OverlayStore(options.session);
    this.unsent = new UnsentStore(this.account, options.unsent);
    this.preferences = new PreferencesStore(options.storage);
  }

  /** Signs out and clears the user's data. @throws {ApiError} */
  async signOut(): Promise<void> {
    const { account } = this.account;
    await this.account.signOut();
    this.preferences.clear();
    this.pages.clear();
    this.unsent.clear();
    // Last: a database that does not respond must not keep anything else from being cleared.
    if (account) await forgetPages(account.ID);
  }
}

/** Deletes what the browser has kept of an account's pages, apart from edits that were not sent yet. */
async function forgetPages(accountId: number): Promise<void> {
  try {
    const { localPages } = await import('../device/onDevice.ts');
    await localPages.clear(accountId);
  } catch {
    // Without a database there are none. Otherwise they are shown to nobody else, and newer ones
    // replace them.
  }
}
