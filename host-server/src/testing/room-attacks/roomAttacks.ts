import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@cobble/engine';
import { blankInput, inputOf, textBlock } from '../../app/testing/pageInput.ts';
import type { TestBrowser } from '../../app/testing/TestBrowser.ts';
import { RawClient } from '../../rooms/testing/RawClient.ts';

/** What an attacker has: an account, pages of its own, and a role on a page of somebody else. */
export interface Attacker {
  readonly port: number;
  readonly browser: TestBrowser;
  readonly accountId: number;
  readonly siteSlug: string;
  readonly own: readonly Page[];
  /** A page on which an honest person works. */
  readonly shared: Page;
}

/** Counts an outcome, such as a code. */
export type Note = (outcome: string) => void;
type Attack = (attacker: Attacker, note: Note) => Promise<void>;

const CONNECTIONS = 30;

/** Many small values: 15,000 empty arrays take 0.6 MB, and their JSON 45 KB. */
const emptyArrays = (count: number): unknown[] => Array.from({ length: count }, () => []);
const setting = (to: unknown) => ({
  type: 'update-page',
  partialPage: [{ path: ['settings', 'x'], to }],
});

/** A connection that has joined a room, and numbers its ops. */
class Joined {
  readonly client: RawClient;
  readonly page: Page;
  private readonly note: Note;
  private mid = 0;

  private constructor(client: RawClient, page: Page, note: Note) {
    this.client = client;
    this.page = page;
    this.note = note;
  }

  static async join(
    { port, browser, accountId }: Attacker,
    page: Page,
    note: Note,
  ): Promise<Joined | null> {
    try {
      const client = await RawClient.connect({ port, browser, page: page.ID });
      client.hello(randomUUID(), accountId);
      await client.until(({ type }) => type === 'welcome' || type === 'error');
      note(client.closed ?? 'joined');
      return new Joined(client, page, note);
    } catch (error) {
      note(error instanceof Error ? error.message.slice(0, 40) : 'failed');
      return null;
    }
  }

  /** Counts what has been received, and forgets it. */
  drain(): void {
    for (const message of this.client.received.splice(0)) {
      if (message.type === 'error') this.note(message.code);
      if (message.type === 'stream')
        for (const { code, status } of message.entries) this.note(code ?? status);
    }
  }

  /** Sends ops in one message; starts over with the ops that the room wants. */
  send(...ops: readonly (readonly object[])[]): void {
    const resend = this.client.received.findLast(({ type }) => type === 'resend');
    const refused = this.client.received.findLast(({ type }) => type === 'error');
    if (resend?.type === 'resend') this.mid = resend.lastMid;
    else if (refused?.type === 'error' && refused.lastMid !== undefined) this.mid = refused.lastMid;
    this.drain();
    const after = this.mid;
    this.client.send({
      type: 'ops',
      after,
      ops: ops.map((intents) => ({ mid: (this.mid += 1), baseSeq: this.page.revision, intents })),
    });
  }
}

/** Joins rooms with 30 connections, and does something with each again and again. */
function fromAll(
  pagesOf: (attacker: Attacker) => readonly Page[],
  act: (joined: Joined, times: number) => void,
  pauseMs: number,
): Attack {
  return async (attacker, note) => {
    const pages = pagesOf(attacker);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, index) => {
        const page = pages[index % pages.length];
        if (!page) return;
        let joined: Joined | null = null;
        for (let times = 0; ; times += 1) {
          if (!joined || joined.client.closed !== null) {
            if (joined) note(`closed: ${String(joined.client.closed)}`);
            joined = await Joined.join(attacker, page, note);
            if (!joined) await sleep(500);
          }
          if (joined) act(joined, times);
          await sleep(pauseMs);
        }
      }),
    );
  };
}

const own = ({ own: pages }: Attacker): readonly Page[] => pages;
const shared = (attacker: Attacker): readonly Page[] => [attacker.shared];

/** The attacks, by name. Each goes on until the process ends. */
export const ROOM_ATTACKS: Readonly<Record<string, Attack>> = {
  values: fromAll(
    own,
    (joined) => {
      joined.send([setting(emptyArrays(4900))]);
    },
    100,
  ),
  'values in one room': fromAll(
    shared,
    (joined) => {
      joined.send([setting(emptyArrays(4900))]);
    },
    100,
  ),
  'large ops on small pages': fromAll(
    own,
    (joined, times) => {
      joined.send([setting(String(times % 10).repeat(100_000))]);
    },
    1000,
  ),
  'waiting ops': fromAll(
    shared,
    (joined) => {
      joined.send(...Array.from({ length: 100 }, () => [setting(emptyArrays(1200))]));
    },
    200,
  ),
  'block cap': fromAll(
    own,
    (joined) => {
      const things = Array.from({ length: 400 }, () => ({
        ...textBlock(joined.page),
        uuid: randomUUID(),
      }));
      joined.send([{ type: 'add-things', things }]);
    },
    250,
  ),
  'blocks added and removed': fromAll(
    shared,
    (joined) => {
      const things = Array.from({ length: 100 }, () => ({
        ...textBlock(joined.page),
        uuid: randomUUID(),
      }));
      const removedUuids = things.map(({ uuid }) => uuid);
      joined.send([{ type: 'add-things', things }], [{ type: 'remove-things', removedUuids }]);
    },
    250,
  ),
  locks: fromAll(
    shared,
    (joined, times) => {
      joined.drain();
      const thingUuids = Object.keys(joined.page.things).slice(0, 100);
      joined.client.send(
        times % 2 === 0
          ? { type: 'acquire-locks', thingUuids, at: times }
          : { type: 'release-locks', thingUuids },
      );
    },
    17,
  ),
  presence: fromAll(
    shared,
    (joined, times) => {
      joined.drain();
      const thingUuids = Array.from({ length: 1000 }, () => `${String(times)}-${randomUUID()}`);
      joined.client.send(
        times % 4 === 0
          ? { type: 'selection', thingUuids }
          : { type: 'cursor', point: { x: times, y: Math.random() } },
      );
    },
    17,
  ),
  hellos: fromAll(
    shared,
    (joined) => {
      joined.drain();
      joined.client.hello(randomUUID(), -1);
      joined.client.hello(randomUUID(), 0);
    },
    40,
  ),
  /** Hundreds of requests at once for the draft of a large page. */
  async drafts(attacker, note) {
    const { browser, own: pages } = attacker;
    const [page] = pages;
    const joined = page && (await Joined.join(attacker, page, note));
    if (!joined) return;
    const { ID } = page;
    const text = 'x'.repeat(900_000);
    for (let index = 0; index < 6; index += 1) {
      const path = ['settings', `x${String(index)}`];
      joined.send([{ type: 'update-page', partialPage: [{ path, to: text }] }]);
      await sleep(500);
    }
    joined.drain();
    const body = { type: 'request-draft', latestPublishedPage: { ID, revision: 0 } };
    await Promise.all(
      Array.from({ length: 300 }, async () => {
        for (;;) {
          const outcome = await browser.post(`/api/page/${String(ID)}/room`, body).then(
            ({ status }) => String(status),
            () => 'aborted',
          );
          note(`draft: ${outcome}`);
          await sleep(500);
        }
      }),
    );
  },
  async 'quick reconnects'(attacker, note) {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (;;) {
          const joined = await Joined.join(attacker, attacker.shared, note);
          joined?.client.disconnect();
          await sleep(joined ? 100 : 500);
        }
      }),
    );
  },
  async 'a hundred pages'(attacker, note) {
    let next = 0;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (;;) {
          const page = attacker.own[(next += 1) % attacker.own.length];
          const joined = page && (await Joined.join(attacker, page, note));
          joined?.send([setting('x'.repeat(50_000))]);
          await sleep(200);
          joined?.client.disconnect();
          if (!joined) await sleep(500);
        }
      }),
    );
  },
  async publishing({ browser, own: pages, ...attacker }, note) {
    await Promise.all(
      pages.slice(0, 4).map(async (page, index) => {
        let { revision } = page;
        let room: Joined | null = null;
        for (let times = 0; ; times += 1) {
          if (room === null || room.client.closed !== null)
            room = await Joined.join({ browser, own: pages, ...attacker }, page, note);
          room?.send([setting(String(times).repeat(20_000))]);
          // With and without the room.
          const path = `/api/page/${String(page.ID)}`;
          const { status, text } =
            index % 2 === 0
              ? await browser.put(path, { ...inputOf(page), baseRevision: revision })
              : await browser.post(`${path}/room/publish`, { seq: revision + times });
          note(`published: ${String(status)}`);
          const head = /"(?:revision|head)":(\d+)/.exec(text)?.[1];
          if (head !== undefined) revision = Number(head);
          await sleep(20);
        }
      }),
    );
  },
  async 'pages that are deleted'(attacker, note) {
    const { browser, siteSlug } = attacker;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (;;) {
          const slug = `p-${randomUUID().slice(0, 8)}`;
          const created = await browser.post('/api/page', blankInput(slug));
          note(`created: ${String(created.status)}`);
          const opened = await browser.get(`/api/page?site=${siteSlug}&page=${slug}`);
          if (opened.status !== 200) {
            await sleep(500);
            continue;
          }
          const page = opened.json() as Page;
          const all = await Promise.all(
            Array.from({ length: 5 }, () => Joined.join(attacker, page, note)),
          );
          for (const joined of all) joined?.send([setting('x'.repeat(50_000))]);
          await browser.send(`/api/page/${String(page.ID)}`, { method: 'DELETE' });
          for (const joined of all) joined?.send([setting('y')]);
          await sleep(100);
          for (const joined of all) {
            note(`closed: ${String(joined?.client.closed)}`);
            joined?.client.disconnect();
          }
        }
      }),
    );
  },
};
