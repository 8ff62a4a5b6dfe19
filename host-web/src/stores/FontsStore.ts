import { calls } from '@cobble/host-server/contract';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

/** The font families that the server can serve. */
export class FontsStore {
  /** Their names; null until they have loaded. */
  families: ReadonlySet<string> | null = null;

  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
    makeAutoObservable(this, { families: observableRef });
  }

  /**
   * Loads the families, as the server may have fetched more. After a failure the previous ones
   * stay, and text in other fonts is shown in its fallback font.
   */
  async load(): Promise<void> {
    try {
      const { families } = await this.#api.call(calls.listFonts, { isQuiet: true });
      runInAction(() => {
        // A server only ever adds families, so the same number means no change. Keeping the set
        // then avoids recomputing what depends on it.
        if (families.length !== this.families?.size) this.families = new Set(families);
      });
    } catch {
      // The previous families stay.
    }
  }
}
