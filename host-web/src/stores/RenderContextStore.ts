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

/**
 * Data that rendering needs besides the page: settings of the site, and posts. Each load replaces
 * the cached data of its site and accounts.
 */
export class RenderContextStore {
  /**
   * Returns the options of `renderPage` from the data loaded so far. A new function after each
   * {@link load}, but not after {@link loadPosts} alone.
   */
  optionsFor: (page: Pick<Page, 'site' | 'slug'>, isSafe: boolean) => Options;

  /** Returns an account's posts, as far as loaded. A new function whenever they change. */
  postsOf: (accountId: number) => readonly Post[];

  readonly #api: ApiClient;
  readonly #sites = new Map<number, SiteRendering>();
  readonly #posts = new Map<number, readonly Post[]>();

  constructor(api: ApiClient) {
    this.#api = api;
    this.postsOf = this.#createPostsOf();
    this.optionsFor = this.#createOptionsFor();
    makeAutoObservable(this, { optionsFor: observableRef, postsOf: observableRef });
  }

  /**
   * Loads the page's site and posts, again on each call, as both change elsewhere. After a failure
   * the previous data stays.
   */
  async load(page: Pick<Page, 'site' | 'things'>): Promise<void> {
    await Promise.all([this.#loadSite(page.site.ID), this.loadPosts(page)]);
    runInAction(() => {
      this.optionsFor = this.#createOptionsFor();
    });
  }

  /** Loads the posts that blocks show, for the canvas. */
  async loadPosts(page: Pick<Page, 'things'>): Promise<void> {
    const accounts = postAccountsOf(page);
    if (accounts.length === 0) return;
    await Promise.all(accounts.map((id) => this.#loadPosts(id)));
    runInAction(() => {
      this.postsOf = this.#createPostsOf();
    });
  }

  #createPostsOf(): RenderContextStore['postsOf'] {
    return (accountId) => this.#posts.get(accountId) ?? [];
  }

  #createOptionsFor(): RenderContextStore['optionsFor'] {
    return (page, isSafe) => {
      const site = this.#sites.get(page.site.ID);
      return {
        attributionUrl: site === undefined ? location.origin : site.attributionUrl,
        safeMode: isSafe || site?.runsCode === false,
        posts: this.#createPostsOf(),
        ...(site && {
          site: site.site,
          ...(site.paintsPages && { shareImage: shareImageOf(page) }),
          url: site.homeUrl + (page.slug.toLowerCase() === INDEX_SLUG ? '' : page.slug),
        }),
      };
    };
  }

  async #loadSite(id: number): Promise<void> {
    try {
      const call = calls.getSiteRendering;
      this.#sites.set(id, await this.#api.call(call, { params: { id }, isQuiet: true }));
    } catch {
      // The previous data stays.
    }
  }

  async #loadPosts(id: number): Promise<void> {
    try {
      const query = { account_id: id };
      const { posts } = await this.#api.call(calls.listPosts, { query, isQuiet: true });
      this.#posts.set(id, posts);
    } catch {
      // The previous data stays.
    }
  }
}
