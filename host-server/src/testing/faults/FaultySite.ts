import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { INDEX_SLUG, richTextFromPlain, type Page } from '@cobble/engine';
import type { Knex } from 'knex';
import { inputOf, openPage, textBlock } from '../../app/testing/pageInput.ts';
import { signUp, type Person } from '../../app/testing/signUp.ts';
import type { Answer } from '../../app/testing/TestBrowser.ts';
import { PublicationFiles, publishedFolder } from '../../publishing/serve/PublicationFiles.ts';
import { freePort } from '../freePort.ts';
import { requireClearAnswer } from './requireClearAnswer.ts';
import { ServerProcess } from './ServerProcess.ts';

/** The names of the documents that are published in turn. */
const NAMES = ['ash', 'birch', 'cedar', 'dogwood'] as const;
const BLOCKS = 120;
const SETTLE_MS = 60_000;

/** A document whose published bytes are known. */
export interface KnownPage {
  readonly name: string;
  readonly things: Page['things'];
  /** Of the HTML as visitors get it. */
  readonly hash: string;
  /** Without quotes and without the ending of an encoding. */
  readonly etag: string;
}

/** What visitors and the author find after a fault. */
export interface State {
  readonly served: KnownPage;
  readonly draft: Page;
}

/**
 * A site on a server that is about to be hurt: an author, four documents whose published bytes are
 * known, and a CDN that notes what it is told. Everything that it finds against the promise of
 * publishing (the old page or the new one, whole; no draft lost) it throws.
 */
export class FaultySite {
  readonly server: ServerProcess;
  readonly purged: string[] = [];
  /** While true, the CDN accepts purges but does not respond. */
  holdsPurges = false;
  /** Called when a purge has arrived. */
  purgeArrived: () => void = () => undefined;
  private readonly cdn: Server;
  private author: Person | null = null;
  private page: Page | null = null;
  private known: readonly KnownPage[] = [];

  private constructor(server: ServerProcess, cdn: Server) {
    this.server = server;
    this.cdn = cdn;
  }

  /**
   * Brings the server up, with an author who has published each of the documents once.
   *
   * @param options.promote gives the author a plan that holds enough blocks.
   */
  static async create(options: {
    readonly folder: string;
    readonly builtMain: string | null;
    readonly env?: Readonly<Record<string, string>>;
    readonly promote: () => Promise<void>;
  }): Promise<FaultySite> {
    const cdn = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        site.purgeArrived();
        if (site.holdsPurges) return;
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
    await server.isWhole();
    site.author = await signUp(server.browser(), 'ada');
    await options.promote();
    site.page = await openPage(site.author);
    await site.learn();
    return site;
  }

  /** The document that is published now, as far as is known. */
  get current(): KnownPage {
    const last = this.known.at(-1);
    if (last === undefined) throw new Error('Nothing is known yet');
    return this.lastServed ?? last;
  }
  private lastServed: KnownPage | null = null;

  /** Another document than the one that is published. */
  next(random: () => number): KnownPage {
    const others = this.known.filter((each) => each !== this.current);
    const chosen = others[Math.floor(random() * others.length)];
    if (chosen === undefined) throw new Error('There is no other document');
    return chosen;
  }

  /** Publishes a document. Returns the response, or null when the connection broke. */
  async publish(target: Pick<KnownPage, 'things'>): Promise<Answer | null> {
    const { browser } = this.person;
    const input = { ...inputOf(this.newest), things: target.things };
    return browser.put(`/api/page/${String(this.newest.ID)}`, input).catch(() => null);
  }

  /** What a visitor gets now, in one encoding. */
  visit(encoding = 'identity', headers: Record<string, string> = {}): Promise<Answer> {
    const host = `ada.localhost:${String(this.server.port)}`;
    return this.server
      .browser()
      .get('/', { host, headers: { 'Accept-Encoding': encoding, ...headers } });
  }

  /**
   * Which of the known documents a visitor gets, in every encoding, with the tag that fits.
   *
   * @throws where it is none of them whole, or not one of those allowed.
   */
  async served(allowed: readonly KnownPage[]): Promise<KnownPage> {
    let found: KnownPage | null = null;
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const answer = await this.visit(encoding);
      if (answer.status !== 200) throw new Error(`Served was ${String(answer.status)}`);
      const html = decoders[encoding](answer.bytes);
      const page = allowed.find((each) => each.hash === hashOf(html));
      if (page === undefined || (found !== null && page !== found))
        throw new Error(`Served was neither the old page nor the new one (${encoding})`);
      found = page;
      const tag = answer.headers.etag ?? '';
      if (!tag.startsWith(`"${page.etag}`)) throw new Error(`The tag ${tag} is of another page`);
      const again = await this.visit(encoding, { 'If-None-Match': tag });
      if (again.status !== 304) throw new Error(`The tag ${tag} is not known any more`);
    }
    if (found === null) throw new Error('Nothing was served');
    return found;
  }

  /**
   * What a fault has left, checked: the page and the draft are both of before or both of after, and
   * of after where the author was told that it is published.
   */
  async check(target: KnownPage, answer: Answer | null): Promise<State> {
    const before = this.current;
    const served = await this.served([before, target]);
    const draft = await openPage(this.person);
    const isNew = served === target && target !== before;
    if (answer?.status === 200 && !isNew) throw new Error('What was said to be published is not');
    const revision = this.newest.revision + (isNew ? 1 : 0);
    if (draft.revision !== revision)
      throw new Error(`The draft is ${String(draft.revision)} and not ${String(revision)}`);
    if (JSON.stringify(sorted(draft.things)) !== JSON.stringify(sorted(served.things)))
      throw new Error('The draft is not what was sent');
    this.page = draft;
    this.lastServed = served;
    return { served, draft };
  }

  /** Settles once the CDN has been told of everything, of this page too where that has changed. */
  async told(knex: Knex, mustHaveChanged: boolean): Promise<void> {
    const tag = `page-${String(this.newest.ID)}`;
    const until = Date.now() + SETTLE_MS;
    for (;;) {
      const [row] = await knex('cdn_purges').count<{ count: string }[]>({ count: 'id' });
      if (row?.count === '0' && (!mustHaveChanged || this.purged.includes(tag))) break;
      if (Date.now() > until) throw new Error('The CDN was not told');
      await sleep(50);
    }
    this.purged.length = 0;
  }

  /** Settles once publishing works again; another document is published then. */
  async recovers(random: () => number): Promise<void> {
    const until = Date.now() + SETTLE_MS;
    for (;;) {
      const target = this.next(random);
      const answer = await this.publish(target);
      if (answer?.status === 200) {
        await this.check(target, answer);
        return;
      }
      requireClearAnswer(answer);
      if (Date.now() > until)
        throw new Error(`Publishing does not work again: ${answer?.text ?? ''}`);
      await sleep(200);
    }
  }

  /** Whether the page that the database has now is kept as a file, for when that is down. */
  async isKept(folder: string): Promise<boolean> {
    const files = new PublicationFiles(publishedFolder(join(folder, 'data')));
    const kept = await files.read({ site: { slug: 'ada' }, slug: INDEX_SLUG });
    if (kept === null) return false;
    if (!this.known.some(({ etag }) => etag === kept.page.bytes.etag))
      throw new Error('What is kept as a file is no page that was published');
    return true;
  }

  /** The page's id. */
  get pageId(): number {
    return this.newest.ID;
  }

  /** The newest draft that was seen. */
  get revision(): number {
    return this.newest.revision;
  }

  async close(): Promise<void> {
    await this.server.kill();
    this.cdn.closeAllConnections();
    this.cdn.close();
  }

  private get person(): Person {
    if (this.author === null) throw new Error('Nobody is there');
    return this.author;
  }

  private get newest(): Page {
    if (this.page === null) throw new Error('There is no page');
    return this.page;
  }

  /** Publishes each document without a fault, the first once more: the same page, the same bytes. */
  private async learn(): Promise<void> {
    const known: KnownPage[] = [];
    for (const name of NAMES) known.push(await this.learnOne(name));
    const [first] = known;
    const again = await this.learnOne(NAMES[0]);
    if (again.hash !== first?.hash || again.etag !== first.etag)
      throw new Error('The same page has not the same bytes');
    this.known = known;
    this.lastServed = first;
  }

  private async learnOne(name: string): Promise<KnownPage> {
    const things = documentOf(this.newest, name);
    const answer = await this.publish({ things });
    if (answer?.status !== 200) throw new Error(`Not published: ${answer?.text ?? ''}`);
    this.page = answer.json() as Page;
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

/** The page's first section with many words of a name in it, enough to be compressed for a while. */
function documentOf(page: Page, name: string): Page['things'] {
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
