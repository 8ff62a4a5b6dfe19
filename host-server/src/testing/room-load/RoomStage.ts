import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block, createBlankPage, type Page, richTextFromPlain } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { draftResponseSchema, type RoomRole } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { insertAccount } from '../../accounts/repositories/accounts.ts';
import { TestBrowser } from '../../app/testing/TestBrowser.ts';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { documentOf } from '../../pages/pageConversions.ts';
import { insertRevision } from '../../pages/repositories/pageRevisions.ts';
import { insertPage } from '../../pages/repositories/pages.ts';
import { TestRedis } from '../../rooms/testing/TestRedis.ts';
import { createToken, hashToken } from '../../shared/tokens.ts';
import { insert as insertSession } from '../../sign-in/repositories/sessions.ts';
import { copyCluster } from '../copyCluster.ts';
import { seededRandom } from '../faults/FaultySite.ts';
import { ServerProcess } from '../faults/ServerProcess.ts';
import { freePort } from '../freePort.ts';

const DAY_MS = 86_400_000;

/** An account with a session. */
export interface Member {
  readonly accountId: number;
  readonly siteId: number;
  readonly siteSlug: string;
  /** The value of a Cookie header. */
  readonly cookie: string;
}

/** A page and the ids of what is on it. */
export interface StagePage {
  readonly id: number;
  readonly owner: Member;
  readonly page: Page;
  readonly section: string;
  /** The ids of its blocks except the section, in order. */
  readonly blocks: readonly string[];
}

/** How a stage is set up. */
export interface RoomStageOptions {
  /** See {@link ServerProcess}. */
  readonly builtMain: string | null;
  /** How many servers share the database. */
  readonly servers?: number;
  /** Whether they share rooms through a Redis, which must be installed. */
  readonly hasRedis?: boolean;
  /** More of the servers' environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute paths of modules that the servers load first. */
  readonly preloads?: readonly string[];
  /** Settings of Postgres. */
  readonly settings?: Readonly<Record<string, string>>;
  /** An existing folder for Postgres' data; by default one in the temporary folder. */
  readonly postgresFolder?: string;
}

/**
 * Servers with live rooms on one embedded Postgres, and accounts and pages that are inserted
 * directly, because signing up hundreds of accounts is limited on purpose.
 */
export class RoomStage {
  readonly servers: readonly ServerProcess[];
  readonly postgres: EmbeddedPostgres;
  /** What the servers share rooms through, if they do. */
  readonly redis: TestRedis | null;
  readonly knex: Knex;
  private readonly folder: string;
  private readonly members: Member[] = [];
  private count = 0;

  private constructor(parts: {
    readonly servers: readonly ServerProcess[];
    readonly postgres: EmbeddedPostgres;
    readonly redis: TestRedis | null;
    readonly folder: string;
  }) {
    this.servers = parts.servers;
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.folder = parts.folder;
    this.knex = openDatabase(parts.postgres.url);
  }

  /** Starts the database and the servers, and waits until they are healthy. */
  static async create(options: RoomStageOptions): Promise<RoomStage> {
    const { builtMain, servers: count = 1, env, preloads = [], settings = {} } = options;
    const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-rooms-`));
    const postgresFolder = options.postgresFolder ?? join(folder, 'postgres');
    await copyCluster(postgresFolder);
    const postgres = await EmbeddedPostgres.start({ folder: postgresFolder, settings });
    const redis = options.hasRedis === true ? await TestRedis.start() : null;
    const servers: ServerProcess[] = [];
    for (let index = 0; index < count; index += 1)
      servers.push(
        new ServerProcess({
          ...{ port: await freePort(), builtMain, preloads },
          env: {
            NODE_ENV: 'production',
            TEST_ROOT: folder,
            COBBLE_DATA: join(folder, `data-${String(index)}`),
            COBBLE_FETCH_FONTS: '0',
            COBBLE_FETCH_PICTURES: '0',
            COBBLE_LIVE_ROOMS: '1',
            DATABASE_URL: postgres.url,
            ...(redis ? { REDIS_URL: redis.url } : {}),
            // As the root README recommends.
            MALLOC_ARENA_MAX: '2',
            MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
            ...env,
          },
        }),
      );
    const stage = new RoomStage({ servers, postgres, redis, folder });
    try {
      // One after the other: the first migrates the database.
      for (const server of servers) {
        server.launch();
        await server.waitUntilHealthy();
      }
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** What a server has written to its log. */
  log(index = 0): string {
    return readFileSync(join(this.folder, `data-${String(index)}`, 'server.log'), 'utf8');
  }

  /** One of the servers. */
  server(index = 0): ServerProcess {
    const server = this.servers[index];
    if (!server) throw new Error('There is no such server');
    return server;
  }

  /** Adds an account of the plan without limits, with a session. */
  async addMember(): Promise<Member> {
    const { knex } = this;
    this.count += 1;
    const name = `member${String(this.count)}`;
    const now = new Date();
    const account = await insertAccount(knex, {
      ...{ uuid: randomUUID(), username: name, email: `${name}@example.org`, now },
      ...{ questionnaire: { answer: 'To measure' }, siteSlug: name },
    });
    await knex('accounts')
      .where({ id: account.id })
      .update({ roles: ['pro'] });
    const token = createToken();
    await insertSession(knex, {
      ...{ tokenHash: hashToken(token), email: account.email, accountId: account.id },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + 365 * DAY_MS) },
    });
    const { ID, slug } = { ID: account.site.id, slug: account.site.slug };
    return {
      ...{ accountId: account.id, siteId: ID, siteSlug: slug },
      cookie: `cobble-session=${token}`,
    };
  }

  /** The first accounts, which are added if there are not so many yet. */
  async firstMembers(count: number): Promise<readonly Member[]> {
    while (this.members.length < count) this.members.push(await this.addMember());
    return this.members.slice(0, count);
  }

  /**
   * Adds a page of an account.
   *
   * @param words how many words of text each block has; about six characters each.
   */
  async addPage(owner: Member, blocks: number, words = 8): Promise<StagePage> {
    const { knex } = this;
    this.count += 1;
    const slug = `page-${String(this.count)}`;
    const now = new Date();
    const blank = createBlankPage({ slug, createId: () => randomUUID() });
    const section = Object.keys(blank.things)[0] ?? '';
    const things: Record<string, unknown> = { ...blank.things };
    const ids: string[] = [];
    for (let index = 0; index < blocks; index += 1) {
      const block = textBlock(section, index, words);
      things[block.uuid] = block;
      ids.push(block.uuid);
    }
    const page = parsePage({
      ...blank,
      things,
      ...{ ID: 0, site: { ID: owner.siteId, slug: owner.siteSlug }, accountID: owner.accountId },
      ...{ isDisabled: false, createdAt: now.toISOString(), updatedAt: now.toISOString() },
      revision: 1,
    });
    const fields = { ...page, title: page.settings.title ?? null, now };
    const id = await insertPage(knex, { accountId: owner.accountId, siteId: owner.siteId }, fields);
    await insertRevision(knex, id, 1, JSON.stringify(documentOf(page)), now);
    return { id, owner, page: { ...page, ID: id }, section, blocks: ids };
  }

  /** Lets accounts into the room of a page. */
  async admit(page: StagePage, members: readonly Member[], role: RoomRole): Promise<void> {
    const rows = members
      .filter(({ accountId }) => accountId !== page.owner.accountId)
      .map(({ accountId }) => ({ page_id: page.id, account_id: accountId, role }));
    if (rows.length > 0) await this.knex('page_roles').insert(rows);
  }

  /** The page as the server's room has it, with its seq. */
  async draft(page: StagePage, server = this.server()): Promise<{ page: Page; seq: number }> {
    const browser = new TestBrowser(server.port, `localhost:${String(server.port)}`);
    const [name = '', value = ''] = page.owner.cookie.split('=');
    browser.cookies.set(name, value);
    const response = await browser.post(`/api/page/${String(page.id)}/room`, {
      type: 'request-draft',
      latestPublishedPage: { ID: page.id, revision: 0 },
    });
    if (response.status !== 200) throw new Error(`No draft: ${response.text}`);
    const { draft } = draftResponseSchema.parse(response.json()).body;
    if (draft === null) throw new Error('The room has no draft');
    return { page: draft.page as Page, seq: draft.seq };
  }

  /** Stops everything. */
  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.redis?.stop();
    await this.knex.destroy();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Words that make texts about as compressible as people's. */
const WORDS = (
  'bread from seven soup noon and the window open while it is warm please ring twice bring cups ' +
  'garden paper violet ladder morning quiet harbour lantern eleven copper meadow winter kettle'
).split(' ');

/** A text block of a grid. */
function textBlock(section: string, index: number, words: number): Block {
  const random = seededRandom(index + 1);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  const text = Array.from({ length: words }, word).join(' ');
  return {
    uuid: randomUUID(),
    type: 'text',
    parentUuid: section,
    position: {
      x: (index % 20) * 0.05,
      y: Math.floor(index / 20) * 0.05,
      ...{ width: 0.04, height: 0.04, rotationDeg: 0, zIndex: 50_000 + (index % 1000) },
    },
    properties: {},
    styles: {},
    content: { text: richTextFromPlain(text) },
  };
}
