import { calls } from '@cobble/host-server/contract';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

/** The families of fonts whose files the server has. */
export class FontsStore {
  /** Their names; null until the server has told, and when it could not. */
  families: ReadonlySet<string> | null = null;

  readonly #api: ApiClient;
  #first: Promise<void> | null = null;

  constructor(api: ApiClient) {
    this.#api = api;
    makeAutoObservable(this, { families: observableRef });
  }

  /** Asks the server unless that has been done, once for all who ask at the same time. */
  async loadOnce(): Promise<void> {
    if (this.families !== null) return;
    this.#first ??= this.load().finally(() => {
      this.#first = null;
    });
    await this.#first;
  }

  /**
   * Asks the server, which may have fetched more since. Without an answer what was known stays, and
   * nobody is told: text stands in its fallback.
   */
  async load(): Promise<void> {
    try {
      const { families } = await this.#api.call(calls.listFonts, { isQuiet: true });
      runInAction(() => {
        // The same set for the same families, so that nothing that goes by it is made anew.
        if (families.length !== this.families?.size) this.families = new Set(families);
      });
    } catch {
      // What is known stays.
    }
  }
}
