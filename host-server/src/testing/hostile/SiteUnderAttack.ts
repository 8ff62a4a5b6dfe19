import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ARCHIVE_LIMITS, importSite } from '@cobble/renderer-static';
import type { Page, Role } from '@cobble/engine';
import type { Knex } from 'knex';
import sharp from 'sharp';
import { inputOf, openPage, publish, textBlock } from '../../app/testing/pageInput.ts';
import type { TestUser } from '../../app/testing/signUp.ts';
import type { TestBrowser } from '../../app/testing/TestBrowser.ts';
import type { Account } from '../../contract/index.ts';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { copyCluster } from '../copyCluster.ts';
import { ServerProcess } from '../faults/ServerProcess.ts';
import { freePort } from '../freePort.ts';
import { ATTACKER_ACCOUNTS, type AttackerAccount, type AttackTarget } from './attacks.ts';
import { hostileArchives } from './bombs.ts';
import type { HonestUsers } from './honestCalls.ts';
import { EmailSink } from './EmailSink.ts';
import type { VisitedSites } from './Visitors.ts';

const SITES = 4;
const BLOCKS = 40;
const VICTIM = 'victim@example.org';
const WAIT_MS = 60_000;

/** What a second of the server's event loop was like. */
export interface LoopSecond {
  readonly atMs: number;
  /** The number of turns, by how long they computed, ms. */
  readonly busy: Readonly<Record<string, number>>;
  /** The longest delay of a turn, ms, not counting waits for a processor. */
  readonly maxBlockedMs: number;
  /** The same, counting waits for a processor. */
  readonly maxLateMs: number;
}

/**
 * A server process with an embedded Postgres, a few sites with published pages, honest users and
 * accounts of attackers.
 */
export class SiteUnderAttack {
  readonly server: ServerProcess;
  private readonly folder: string;
  private readonly postgres: EmbeddedPostgres;
  private readonly knex: Knex;
  private readonly emails: EmailSink;
  private readonly sites: TestUser[] = [];
  private pagesPerSite = 0;
  private honest: HonestUsers | null = null;
  private readonly attackers: AttackerAccount[] = [];
  private archives: Readonly<Record<string, Buffer>> = {};

  private constructor(parts: {
    readonly folder: string;
    readonly postgres: EmbeddedPostgres;
    readonly emails: EmailSink;
    readonly server: ServerProcess;
  }) {
    this.folder = parts.folder;
    this.postgres = parts.postgres;
    this.emails = parts.emails;
    this.server = parts.server;
    this.knex = openDatabase(this.postgres.url);
  }

  /**
   * Starts everything and publishes the pages.
   *
   * @param options.builtMain see {@link ServerProcess}
   * @param options.pages how many pages there are that are not in the server's memory
   */
  static async create(options: {
    readonly builtMain: string | null;
    readonly pages: number;
  }): Promise<SiteUnderAttack> {
    const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-hostile-`));
    await copyCluster(join(folder, 'postgres'));
    const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
    const emails = await EmailSink.start();
    const watch = new URL('../../../tools/watchEventLoop.mjs', import.meta.url);
    const server = new ServerProcess({
      port: await freePort(),
      builtMain: options.builtMain,
      preloads: [fileURLToPath(watch)],
      env: {
        NODE_ENV: 'production',
        TEST_ROOT: folder,
        COBBLE_DATA: join(folder, 'data'),
        COBBLE_FETCH_FONTS: '0',
        COBBLE_FETCH_PICTURES: '0',
        COBBLE_LOOP_FILE: join(folder, 'loop.jsonl'),
        COBBLE_LOOP_PARENT: String(process.pid),
        DATABASE_URL: postgres.url,
        SMTP_URL: emails.url,
        // As the root README recommends.
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
      },
    });
    const site = new SiteUnderAttack({ folder, postgres, emails, server });
    try {
      server.launch();
      await server.waitUntilHealthy();
      await site.signUpAll();
      await site.publishPages(Math.ceil(options.pages / SITES));
    } catch (error) {
      await site.close();
      throw error;
    }
    return site;
  }

  get users(): HonestUsers {
    if (this.honest === null) throw new Error('Nobody has signed up yet');
    return this.honest;
  }

  get visited(): VisitedSites {
    const { appHost, pagesPerSite } = this;
    const hosts = this.sites.map(({ account }) => `${account.primarySite.slug}.${appHost}`);
    return { port: this.server.port, hosts, pagesPerSite };
  }

  get target(): AttackTarget {
    const archives = Object.entries(this.archives).map(
      ([name, bytes]) => [name, bytes.toString('base64')] as const,
    );
    return {
      port: this.server.port,
      appHost: this.appHost,
      accounts: this.attackers,
      victim: VICTIM,
      archives: Object.fromEntries(archives),
    };
  }

  /** What the server has reported about its event loop so far. */
  async loopSeconds(): Promise<readonly LoopSecond[]> {
    const seconds: LoopSecond[] = [];
    const lines = createReadStream(join(this.folder, 'loop.jsonl'));
    for await (const line of createInterface({ input: lines }))
      seconds.push(JSON.parse(line) as LoopSecond);
    return seconds;
  }

  async close(): Promise<void> {
    await this.server.kill();
    await this.knex.destroy();
    await this.emails.stop();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get appHost(): string {
    return `localhost:${String(this.server.port)}`;
  }

  private async signUp(
    username: string,
    roles: readonly Role[],
    browser = this.server.browser(),
  ): Promise<TestUser> {
    await this.emails.signIn(browser, `${username}@example.org`);
    const questionnaire = { answer: 'A page for my cat' };
    const created = await browser.post('/api/account', { username, questionnaire });
    if (created.status !== 200) throw new Error(`No account: ${created.text}`);
    const account = created.json() as Account;
    await this.knex('accounts').where({ id: account.ID }).update({ roles });
    return { browser, account };
  }

  private async signUpAll(): Promise<void> {
    // Several addresses, since each may request only a limited number of links in ten minutes.
    const browser = (address: number): TestBrowser =>
      this.server.browser(`127.0.3.${String(address % 250)}`);
    for (let index = 0; index < SITES; index += 1)
      this.sites.push(await this.signUp(`site-${String(index)}`, ['pro'], browser(1)));
    const publisher = await this.signUp('publisher', ['pro'], browser(2));
    const page = await publish(publisher, { things: await thingsOf(publisher) });
    const importers = [];
    for (const name of ['mover-a', 'mover-b'])
      importers.push(await this.signUp(name, ['pro'], browser(3)));
    const archive = await publisher.browser.get(
      `/api/site/${String(publisher.account.primarySite.ID)}/archive`,
    );
    if (archive.status !== 200) throw new Error(`No archive: ${archive.text}`);
    const victim = { email: VICTIM, browser: browser(4) };
    await this.emails.signIn(victim.browser, VICTIM);
    this.honest = {
      ...{ emails: this.emails, browser, victim, importers },
      publisher: { user: publisher, page },
      uploader: await this.signUp('photographer', ['pro'], browser(5)),
      archive: archive.bytes,
      image: await photo(),
    };
    const opened = importSite(archive.bytes, { limits: ARCHIVE_LIMITS });
    if (!opened.ok) throw new Error(`The archive cannot be read: ${opened.code}`);
    this.archives = await hostileArchives(opened.value.files);
    for (let index = 0; index < ATTACKER_ACCOUNTS; index += 1)
      this.attackers.push(await this.signUpAttacker(index));
  }

  private async signUpAttacker(index: number): Promise<AttackerAccount> {
    const user = await this.signUp(`mallory-${String(index)}`, []);
    const page = await publish(user);
    const { primarySite } = user.account;
    return {
      cookie: [...user.browser.cookies].map((pair) => pair.join('=')).join('; '),
      siteId: primarySite.ID,
      pageId: page.ID,
      pageInput: inputOf(page) as unknown as Record<string, unknown>,
      pagePath: `/api/page?site=${primarySite.slug}&page=${page.slug}`,
    };
  }

  /** Publishes each site's first page, and copies it in the database. */
  private async publishPages(pagesPerSite: number): Promise<void> {
    this.pagesPerSite = pagesPerSite;
    for (const site of this.sites) {
      const { ID } = await publish(site, { things: await thingsOf(site) });
      await this.waitUntilCompressed(ID);
      await copyPage(this.knex, ID, pagesPerSite);
    }
  }

  /** Waits until the page's final compression is done, which is not part of the attack. */
  private async waitUntilCompressed(pageId: number): Promise<void> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await this.knex('published_pages')
        .where({ page_id: pageId })
        .select<{ brotli_quality: number }[]>('brotli_quality');
      if (row?.brotli_quality === 11) return;
      if (Date.now() > until) throw new Error('The page was not compressed');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The user's page with blocks of text in its first section. */
async function thingsOf(user: TestUser): Promise<Page['things']> {
  const page = await openPage(user);
  const blocks = Array.from({ length: BLOCKS }, (_, index) => {
    const block = textBlock(page);
    const [x, y] = [(index % 4) * 0.24, Math.floor(index / 4) * 0.05];
    return { ...block, position: { ...block.position, x, y, width: 0.2, height: 0.04 } };
  });
  const texts = blocks.map((block) => [block.uuid, block] as const);
  return { ...page.things, ...Object.fromEntries(texts) };
}

/** Adds published copies of a page under the slugs `page-1`, `page-2` and so on. */
async function copyPage(knex: Knex, pageId: number, count: number): Promise<void> {
  await knex.transaction(async (transaction) => {
    const { rows } = await transaction.raw<{ rows: { id: number }[] }>(
      `INSERT INTO pages (site_id, account_id, slug, is_public, is_listed, is_peekable, title,
         revision, created_at, updated_at)
       SELECT site_id, account_id, 'page-' || number, is_public, is_listed, is_peekable, title,
         revision, created_at, updated_at
       FROM pages, generate_series(1, :count::int) AS number WHERE id = :pageId
       RETURNING id`,
      { pageId, count },
    );
    const ids = rows.map(({ id }) => id);
    await transaction.raw(
      `INSERT INTO page_revisions (page_id, revision, document, created_at)
       SELECT copy, revision, document, created_at
       FROM page_revisions, unnest(:ids::int[]) AS copy
       WHERE page_id = :pageId AND revision = (SELECT revision FROM pages WHERE id = :pageId)`,
      { pageId, ids },
    );
    await transaction.raw(
      `INSERT INTO published_pages (page_id, revision, html, gzip, brotli, etag, csp, published_at,
         context, brotli_quality)
       SELECT copy, revision, html, gzip, brotli, etag, csp, published_at, context, brotli_quality
       FROM published_pages, unnest(:ids::int[]) AS copy WHERE page_id = :pageId`,
      { pageId, ids },
    );
  });
}

async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 1200, height: 800, channels: 3, background: '#2B4EFF', noise } as const;
  return sharp({ create }).jpeg({ quality: 80 }).toBuffer();
}
