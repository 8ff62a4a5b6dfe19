import { INDEX_SLUG, type Page } from '@cobble/engine';
import {
  calls,
  type Post,
  postAccountsOf,
  shareImageOf,
  type SiteRendering,
} from '@cobble/host-server/contract';
import type { RenderOptions } from '@cobble/renderer-static';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

type Options = Pick<
  RenderOptions,
  'attributionUrl' | 'posts' | 'safeMode' | 'shareImage' | 'site' | 'url'
>;

/** What stands on published pages besides what is in them: their site's words, and posts. */
export class RenderContextStore {
  /**
   * For `renderPage`: what the server renders a page with, as far as it is known. Another function
   * once more is known.
   */
  optionsFor: (page: Pick<Page, 'site' | 'slug'>, isSafe: boolean) => Options;

  /** An account's posts, as far as they are known; another function once more is. */
  postsOf: (accountId: number) => readonly Post[];

  readonly #api: ApiClient;
  readonly #sites = new Map<number, SiteRendering>();
  readonly #posts = new Map<number, readonly Post[]>();

  constructor(api: ApiClient) {
    this.#api = api;
    this.postsOf = this.#knownPosts();
    this.optionsFor = this.#known();
    makeAutoObservable(this, { optionsFor: observableRef, postsOf: observableRef });
  }

  /**
   * Asks for what a page's rendering takes from its site and from posts, anew each time, as both
   * change elsewhere. Without an answer what was known stays, and nobody is told.
   */
  async load(page: Pick<Page, 'site' | 'things'>): Promise<void> {
    await Promise.all([this.#loadSite(page.site.ID), this.loadPosts(page)]);
    runInAction(() => {
      this.optionsFor = this.#known();
    });
  }

  /** Asks for the posts that blocks show, for the canvas. */
  async loadPosts(page: Pick<Page, 'things'>): Promise<void> {
    const accounts = postAccountsOf(page);
    if (accounts.length === 0) return;
    await Promise.all(accounts.map((id) => this.#loadPosts(id)));
    runInAction(() => {
      this.postsOf = this.#knownPosts();
    });
  }

  #knownPosts(): RenderContextStore['postsOf'] {
    return (accountId) => this.#posts.get(accountId) ?? [];
  }

  #known(): RenderContextStore['optionsFor'] {
    return (page, isSafe) => {
      const known = this.#sites.get(page.site.ID);
      return {
        attributionUrl: known === undefined ? location.origin : known.attributionUrl,
        safeMode: isSafe || known?.runsCode === false,
        posts: this.#knownPosts(),
        ...(known && {
          site: known.site,
          ...(known.paintsPages && { shareImage: shareImageOf(page) }),
          url: known.homeUrl + (page.slug.toLowerCase() === INDEX_SLUG ? '' : page.slug),
        }),
      };
    };
  }

  async #loadSite(id: number): Promise<void> {
    try {
      const call = calls.getSiteRendering;
      this.#sites.set(id, await this.#api.call(call, { params: { id }, isQuiet: true }));
    } catch {
      // What is known stays.
    }
  }

  async #loadPosts(id: number): Promise<void> {
    try {
      const query = { account_id: id };
      const { posts } = await this.#api.call(calls.listPosts, { query, isQuiet: true });
      this.#posts.set(id, posts);
    } catch {
      // What is known stays.
    }
  }
}
