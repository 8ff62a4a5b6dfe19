import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { INDEX_SLUG, richTextFromPlain, type Page } from '@cobble/engine';
import type { Knex } from 'knex';
import { inputOf, openPage, textBlock } from '../../app/testing/pageInput.ts';
import { signUp, type TestUser } from '../../app/testing/signUp.ts';
import type { TestResponse } from '../../app/testing/TestBrowser.ts';
import { PublicationFiles, publishedFolder } from '../../publishing/serve/PublicationFiles.ts';
import { freePort } from '../freePort.ts';
import { ServerProcess } from './ServerProcess.ts';

/** Names of the documents that are published in turn. */
const NAMES = ['ash', 'birch', 'cedar', 'dogwood'] as const;
const BLOCKS = 120;
const WAIT_MS = 60_000;
/**
 * How long visitors may get a copy of a page that was replaced, ms: a query may have waited for the
 * lost database for ten seconds, and the copy is then fresh for one.
 */
const CACHED_MS = 15_000;

/** A document with the bytes that were published for it. */
export interface PageVersion {
  readonly name: string;
  readonly things: Page['things'];
  /** SHA-256 of the HTML that visitors get. */
  readonly hash: string;
  /** Without quotes and without the suffix for an encoding. */
  readonly etag: string;
}

/** What visitors and the author see after a fault. */
export interface State {
  readonly served: PageVersion;
  readonly draft: Page;
}

/**
 * A site for fault injection: a server process, an author, four documents with known bytes, and a
 * CDN that records purges. Its methods throw on anything but the complete old page or the complete
 * new one, and on a lost draft.
 */
export class FaultySite {
  readonly server: ServerProcess;
  readonly purged: string[] = [];
  /** While true, the CDN accepts purges but does not respond. */
  delaysPurges = false;
  /** Called when a purge arrives. */
  onPurge: () => void = () => undefined;
  private readonly cdn: Server;
  private author: TestUser | null = null;
  private page: Page | null = null;
  private versions: readonly PageVersion[] = [];

  private constructor(server: ServerProcess, cdn: Server) {
    this.server = server;
    this.cdn = cdn;
  }

  /**
   * Starts the server and publishes each document, to record its bytes.
   *
   * @param options.upgradeAuthor gives the author a plan that allows enough blocks
   */
  static async create(options: {
    readonly folder: string;
    readonly builtMain: string | null;
    readonly env?: Readonly<Record<string, string>>;
    readonly upgradeAuthor: () => Promise<void>;
  }): Promise<FaultySite> {
    const cdn = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        site.onPurge();
        if (site.delaysPurges) return;
        site.purged.push(...(JSON.parse(body) as { tags: string[] }).tags);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(cdn, 'listening');
    const { port: cdnPort } = cdn.address() as { port: number };
    const server = new ServerProcess({
      port: await freePort(),
      builtMain: options.builtMain,
      env: {
        TEST_ROOT: options.folder,
        COBBLE_DATA: join(options.folder, 'data'),
        COBBLE_FETCH_FONTS: '0',
        COBBLE_FETCH_PICTURES: '0',
        CDN_PURGE_URL: `http://127.0.0.1:${String(cdnPort)}/purge`,
        ...options.env,
      },
    });
    const site: FaultySite = new FaultySite(server, cdn);
    server.launch();
    await server.waitUntilHealthy();
    try {
      site.author = await signUp(server.browser(), 'ada');
      await options.upgradeAuthor();
      site.page = await openPage(site.author);
      await site.recordVersions();
    } catch (error) {
      await site.close();
      throw error;
    }
    return site;
  }

  /** The document that was last seen published. */
  get current(): PageVersion {
    const last = this.versions.at(-1);
    if (last === undefined) throw new Error('Nothing has been published yet');
    return this.lastServed ?? last;
  }
  private lastServed: PageVersion | null = null;

  /** Picks a document other than the published one. */
  next(random: () => number): PageVersion {
    const others = this.versions.filter((each) => each !== this.current);
    const chosen = others[Math.floor(random() * others.length)];
    if (chosen === undefined) throw new Error('There is no other document');
    return chosen;
  }

  /** Publishes a document. Returns the response, or null when the connection broke. */
  async publish(target: Pick<PageVersion, 'things'>): Promise<TestResponse | null> {
    const { browser } = this.owner;
    const input = { ...inputOf(this.newest), things: target.things };
    return browser.put(`/api/page/${String(this.newest.ID)}`, input).catch(() => null);
  }

  /** Requests the page as a visitor. */
  visit(encoding = 'identity', headers: Record<string, string> = {}): Promise<TestResponse> {
    const host = `ada.localhost:${String(this.server.port)}`;
    return this.server
      .browser()
      .get('/', { host, headers: { 'Accept-Encoding': encoding, ...headers } });
  }

  /**
   * Returns the document that visitors get, in every encoding and with the matching tag. The page may
   * be replaced between two of the requests, in the order of `allowed`, never back.
   *
   * @throws Error if it is not exactly one of `allowed`.
   */
  async servedVersion(allowed: readonly PageVersion[]): Promise<PageVersion> {
    const [version, ...later] = allowed;
    if (version === undefined) throw new Error('No page is allowed');
    return (await this.isServed(version, later)) ? version : this.servedVersion(later);
  }

  /**
   * Whether visitors get the document in every encoding, and a 304 response when they send its tag.
   * False if they get one of `later`.
   *
   * @throws Error for anything else.
   */
  private async isServed(version: PageVersion, later: readonly PageVersion[]): Promise<boolean> {
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const identify = ({ status, bytes, headers }: TestResponse): PageVersion => {
        if (status !== 200) throw new Error(`Visitors got ${String(status)}`);
        const hash = hashOf(decoders[encoding](bytes));
        const found = [version, ...later].find((each) => each.hash === hash);
        if (found === undefined) throw new Error(`Visitors got another page (${encoding})`);
        const tag = headers.etag ?? '';
        if (!tag.startsWith(`"${found.etag}`))
          throw new Error(`The tag ${tag} belongs to another page`);
        return found;
      };
      const response = await this.visit(encoding);
      if (identify(response) !== version) return false;
      const tag = response.headers.etag ?? '';
      const again = await this.visit(encoding, { 'If-None-Match': tag });
      if (again.status === 304) continue;
      if (identify(again) !== version) return false;
      throw new Error(`The tag ${tag} is not recognised`);
    }
    return true;
  }

  /**
   * Checks that page and draft are both old or both new, and new if the author's request succeeded.
   * If it failed, its COMMIT may have taken effect although the response was lost. Then the server
   * learns of the new page when the database responds again, and visitors get it within
   * {@link CACHED_MS}.
   */
  async checkConsistency(target: PageVersion, response: TestResponse | null): Promise<State> {
    const before = this.current;
    const draft = await this.openDraft();
    const isNew = draft.revision === this.newest.revision + 1;
    if (!isNew && draft.revision !== this.newest.revision)
      throw new Error(`Revision ${String(this.newest.revision)} became ${String(draft.revision)}`);
    if (response?.status === 200 && !isNew)
      throw new Error('The publish succeeded, but the draft is the old one');
    const expected = isNew ? target : before;
    if (JSON.stringify(sorted(draft.things)) !== JSON.stringify(sorted(expected.things)))
      throw new Error('The draft differs from what was sent');
    if (response?.status !== 200) await this.waitUntilServed(before, expected);
    const served = await this.servedVersion([expected]);
    this.page = draft;
    this.lastServed = served;
    return { served, draft };
  }

  /**
   * Opens the draft, again while the database is not available: connections of a Postgres that was
   * killed respond to a health check until its processes notice.
   */
  private async openDraft(): Promise<Page> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      try {
        return await openPage(this.owner);
      } catch (error) {
        const isRetryable = error instanceof Error && error.message.includes('err_unavailable');
        if (!isRetryable || Date.now() > until) throw error;
      }
      await sleep(200);
    }
  }

  /** Waits until no purge is queued and, if the page has changed, until it has been purged. */
  async waitForPurges(knex: Knex, mustHaveChanged: boolean): Promise<void> {
    const tag = `page-${String(this.newest.ID)}`;
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await knex('cdn_purges').count<{ count: string }[]>({ count: 'id' });
      if (row?.count === '0' && (!mustHaveChanged || this.purged.includes(tag))) break;
      if (Date.now() > until) throw new Error('The CDN was not purged');
      await sleep(50);
    }
    this.purged.length = 0;
  }

  /** Retries publishing another document until it succeeds. */
  async waitForRecovery(random: () => number): Promise<void> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const target = this.next(random);
      const response = await this.publish(target);
      if (response?.status === 200) {
        await this.checkConsistency(target, response);
        return;
      }
      requireRetryableError(response);
      if (Date.now() > until)
        throw new Error(`Publishing has not recovered: ${response?.text ?? ''}`);
      await sleep(200);
    }
  }

  /** Whether any of the documents is stored as the page's file, for when the database is down. */
  async isStoredAsFile(folder: string): Promise<boolean> {
    const files = new PublicationFiles(publishedFolder(join(folder, 'data')));
    const stored = await files.read({ site: { slug: 'ada' }, slug: INDEX_SLUG });
    if (stored === null) return false;
    if (!this.versions.some(({ etag }) => etag === stored.page.bytes.etag))
      throw new Error('The stored file is not a published page');
    return true;
  }

  /** The page's id. */
  get pageId(): number {
    return this.newest.ID;
  }

  /** The revision of the newest draft seen. */
  get revision(): number {
    return this.newest.revision;
  }

  async close(): Promise<void> {
    await this.server.kill();
    this.cdn.closeAllConnections();
    this.cdn.close();
  }

  private async waitUntilServed(before: PageVersion, version: PageVersion): Promise<void> {
    const until = Date.now() + CACHED_MS;
    for (;;) {
      if ((await this.servedVersion([before, version])) === version) return;
      if (Date.now() > until) throw new Error('Visitors do not get the page that was stored');
      await sleep(50);
    }
  }

  private get owner(): TestUser {
    if (this.author === null) throw new Error('No author has signed up yet');
    return this.author;
  }

  private get newest(): Page {
    if (this.page === null) throw new Error('There is no page');
    return this.page;
  }

  /**
   * Publishes each document without faults, and the first again to check that its bytes are equal.
   */
  private async recordVersions(): Promise<void> {
    const versions: PageVersion[] = [];
    for (const name of NAMES) versions.push(await this.recordVersion(name));
    const [first] = versions;
    const again = await this.recordVersion(NAMES[0]);
    if (again.hash !== first?.hash || again.etag !== first.etag)
      throw new Error('Publishing the same page again gave different bytes');
    this.versions = versions;
    this.lastServed = first;
  }

  private async recordVersion(name: string): Promise<PageVersion> {
    const things = createDocument(this.newest, name);
    const response = await this.publish({ things });
    if (response?.status !== 200)
      throw new Error(`Not published: ${response?.text ?? ''}\n${this.server.output}`);
    this.page = response.json() as Page;
    const { bytes, headers } = await this.visit();
    const etag = /^"([\w-]{22})"$/.exec(headers.etag ?? '')?.[1] ?? '';
    return { name, things: this.page.things, hash: hashOf(bytes), etag };
  }
}

const decoders = {
  identity: (bytes: Buffer): Buffer => bytes,
  gzip: (bytes: Buffer): Buffer => gunzipSync(bytes),
  br: (bytes: Buffer): Buffer => brotliDecompressSync(bytes),
};

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const sorted = (things: Page['things']): unknown =>
  Object.entries(things).sort(([a], [b]) => (a < b ? -1 : 1));

/** The page with many blocks of text in its first section; compressing it takes a while. */
function createDocument(page: Page, name: string): Page['things'] {
  const things: Record<string, Page['things'][string]> = {};
  for (const [uuid, thing] of Object.entries(page.things))
    if (!uuid.startsWith('leaf-')) things[uuid] = thing;
  for (let index = 0; index < BLOCKS; index += 1) {
    const digest = createHash('sha512')
      .update(`${name} ${String(index)}`)
      .digest('base64');
    const uuid = `leaf-${String(index)}`;
    const text = richTextFromPlain(`${name} ${String(index)} ${digest.replaceAll('/', ' ')}`);
    const block = textBlock(page);
    const [x, y] = [(index % 8) * 0.12, Math.floor(index / 8) * 0.05];
    const position = { ...block.position, x, y, width: 0.1, height: 0.04 };
    things[uuid] = { ...block, uuid, position, content: { text } };
  }
  return things;
}

const RETRYABLE: Readonly<Record<string, number>> = { err_unavailable: 503, err_storage_full: 507 };

/** Throws unless a failed publish got an error that says that a retry may succeed. */
export function requireRetryableError(response: TestResponse | null): void {
  if (response === null) throw new Error('The author got no response');
  const { code } = response.error();
  if (RETRYABLE[code] !== response.status || response.headers['retry-after'] === undefined)
    throw new Error(`The author got ${String(response.status)} ${response.text}`);
}

/** Creates a seeded random number generator for [0, 1): the Lehmer generator of Park and Miller. */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}
