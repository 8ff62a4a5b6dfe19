import { connect, type Socket } from 'node:net';
import { multipart, type Part } from '../../app/testing/multipart.ts';
import { TestBrowser, type TestResponse } from '../../app/testing/TestBrowser.ts';
import { brotliBomb, deepJson, imageBombs, longJson, zeros } from './bombs.ts';

/** An account that the attacker has signed up for. */
export interface AttackerAccount {
  /** The Cookie header of its session. */
  readonly cookie: string;
  readonly siteId: number;
  readonly pageId: number;
  /** `PUT /page/{id}` accepts it. */
  readonly pageInput: Readonly<Record<string, unknown>>;
  /** The path of its page in the API. */
  readonly pagePath: string;
}

/** What is attacked, and with what. */
export interface AttackTarget {
  readonly port: number;
  readonly appHost: string;
  /** At least {@link ATTACKER_ACCOUNTS}. */
  readonly accounts: readonly AttackerAccount[];
  /** The email address of somebody else. */
  readonly victim: string;
  /** Archives as base64, by name. */
  readonly archives: Readonly<Record<string, string>>;
}

/** How many accounts the attacks use: the plan's limits apply to each of them. */
export const ATTACKER_ACCOUNTS = 6;

/** Counts one request of an attack, by what became of it: an error code, a status or `lost`. */
export type RecordOutcome = (outcome: string) => void;

/** Sends the requests of an attack, in rounds that may overlap, from its own network addresses. */
interface Attacker {
  readonly target: AttackTarget;
  readonly record: RecordOutcome;
  /** A browser with one of the attack's network addresses, signed in to one of the accounts. */
  readonly browser: (address: number, account?: number) => TestBrowser;
  /** A connection from one of the attack's addresses; its errors are ignored. */
  readonly connection: (address: number) => Socket;
  /** Begins a round at each interval, unless `most` rounds are in progress. */
  readonly every: (
    ms: number,
    most: number,
    round: (number: number) => Promise<TestResponse>,
  ) => void;
}

type Attack = (attacker: Attacker) => void;

/** Values in one block: the free plan allows 125,000. */
const LEGAL_VALUES = 100_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ROUTES = [
  ['POST', '/api/auth/email'],
  ['POST', '/api/auth/verify'],
  ['POST', '/api/account'],
  ['POST', '/api/asset/embed-picture'],
  ['PUT', '/api/page/1'],
  ['POST', '/api/nothing'],
  ['POST', '/'],
] as const;

/** All attacks, by name. */
export const ATTACKS = {
  'brotli bombs': ({ browser, every }) => {
    const body = brotliBomb();
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'br' };
    every(50, 20, (number) => {
      const [method, path] = pick(ROUTES, number);
      return browser(number % 4).send(path, { method, body, headers });
    });
  },

  'deep and long JSON': ({ browser, every, target }) => {
    const bodies = [deepJson(), longJson()];
    every(400, 4, (number) => {
      const [method, path] = pick(ROUTES, number);
      const body = pick(bodies, number);
      return browser(number % 4).send(path, { method, body, headers: JSON_TYPE });
    });
    every(800, 2, (number) => {
      const { pageId } = pick(target.accounts, 0);
      const body = pick(bodies, number);
      const request = { method: 'PUT', body, headers: JSON_TYPE };
      return browser(number % 4, 0).send(pathOf(pageId), request);
    });
  },

  'pages of millions of values': ({ browser, every, target }) => {
    const account = pick(target.accounts, 0);
    const textOf = (count: number, revision: number): string => {
      const content = { list: 'ZEROS' };
      const bomb = { ...sampleOf(account), uuid: 'bomb', type: 'from-tomorrow', content };
      const things = { ...(account.pageInput['things'] as object), bomb };
      const input = { ...account.pageInput, things, baseRevision: revision };
      return JSON.stringify(input).replace('"ZEROS"', zeros(count));
    };
    const put = (body: Buffer, number: number): Promise<TestResponse> =>
      browser(number % 2, 0).send(pathOf(account.pageId), {
        ...{ method: 'PUT', body, headers: JSON_TYPE },
      });
    // One with too many values to be parsed, one with nearly the maximum.
    const refused = [3_900_000, 950_000].map((count) => Buffer.from(textOf(count, 1)));
    every(700, 2, (number) => put(pick(refused, number), number));
    // About as many as a page of the free plan may have.
    every(1000, 2, async (number) => {
      const page = await browser(number % 2, 0).get(account.pagePath);
      if (page.status !== 200) return page;
      return put(Buffer.from(textOf(LEGAL_VALUES, revisionIn(page))), number);
    });
    every(200, 4, (number) => browser(number % 2, 0).get(account.pagePath));
  },

  'image bombs': ({ browser, every }) => {
    const files = imageBombs();
    every(700, 4, async (number) => {
      const client = browser(number % 2, 1 + (number % 2));
      const signed = await client.post('/api/asset/upload/signature');
      if (signed.status !== 200) return signed;
      const fields = Object.entries(signed.json() as Readonly<Record<string, string>>);
      const file = pick(files, number);
      return send(client, '/api/asset/upload', [
        ...fields.map(([name, value]) => ({ name, value })),
        { name: 'file', file, fileName: 'a.png' },
      ]);
    });
  },

  'archive bombs': ({ browser, every, target }) => {
    const archives = Object.values(target.archives).map((text) => Buffer.from(text, 'base64'));
    every(1500, 3, (number) => {
      const index = 3 + (number % 3);
      const { siteId } = pick(target.accounts, index);
      const file = pick(archives, number);
      return send(browser(number % 2, index), `/api/site/${String(siteId)}/archive`, [
        { name: 'file', file, fileName: 'site.zip', type: 'application/zip' },
      ]);
    });
  },

  'slow uploads': (attacker) => {
    const { target } = attacker;
    for (let index = 0; index < 12; index += 1) {
      const account = pick(target.accounts, index);
      const path = `/api/site/${String(account.siteId)}/archive`;
      const { body, headers } = multipart([
        { name: 'file', file: Buffer.alloc(100_000), fileName: 'a.zip', type: 'application/zip' },
      ]);
      reopen(attacker, index % 2, 2000, (socket) => {
        socket.write(
          headOf(target, { method: 'POST', path, length: body.length, account, headers }),
        );
        let sent = 0;
        const timer = setInterval(() => {
          socket.write(body.subarray(sent, (sent += 1)));
        }, 1000);
        socket.once('close', () => {
          clearInterval(timer);
        });
      });
    }
  },

  'half-sent bodies': (attacker) => {
    const { target } = attacker;
    const account = pick(target.accounts, 0);
    const path = pathOf(account.pageId);
    const length = 8 * 1024 * 1024;
    const part = Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(length - 100_000, 'a')]);
    for (let index = 0; index < 40; index += 1)
      reopen(attacker, index % 4, 5000, (socket) => {
        const head = { method: 'PUT', path, length, account, headers: JSON_TYPE };
        socket.write(headOf(target, head));
        socket.write(part);
      });
  },

  'bodies completed at the same moment': (attacker) => {
    const { target } = attacker;
    const content = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`k${String(index)}`, '\u{1F600}'.repeat(4)]),
    );
    const embeds = Array.from({ length: 100 }, () => ({ type: 'youtube', content }));
    const body = Buffer.from(JSON.stringify({ embeds }));
    for (let index = 0; index < 50; index += 1)
      reopen(attacker, index % 4, 500, (socket) => {
        const path = '/api/asset/embed-picture';
        const headers = { ...JSON_TYPE, Connection: 'close' };
        socket.write(headOf(target, { method: 'POST', path, length: body.length, headers }));
        socket.write(body.subarray(0, -1));
        setTimeout(() => socket.write(body.subarray(-1)), msUntilCommonMoment());
      });
  },

  'headers completed at the same moment': (attacker) => {
    const headersOf = (count: number, length: number): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`a${String(index)}`, 'a'.repeat(length)]),
      );
    const request = { method: 'GET', path: '/nothing' };
    // As many as a request may have, and far more.
    const heads = [headersOf(95, 70), headersOf(2000, 1)].map((headers) =>
      headOf(attacker.target, { ...request, headers: { Connection: 'close', ...headers } }),
    );
    for (let index = 0; index < 400; index += 1)
      reopen(attacker, index % 4, 500, (socket) => {
        const head = pick(heads, Math.floor(index / 4));
        socket.write(head.slice(0, -2));
        setTimeout(() => socket.write('\r\n'), msUntilCommonMoment());
      });
  },

  'strangers who read a large page': ({ browser, every, target }) => {
    const { pagePath } = pick(target.accounts, 0);
    every(20, 16, (number) => browser(number % 2).get(pagePath));
  },

  'bodies in chunks of one byte': (attacker) => {
    const { target } = attacker;
    const account = pick(target.accounts, 1);
    const chunked = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    const chunks = '1\r\n \r\n'.repeat(10_000);
    for (let index = 0; index < 20; index += 1)
      reopen(attacker, index % 4, 1000, (socket) => {
        const [method, path] = pick(ROUTES, index);
        socket.write(headOf(target, { method, path, account, headers: chunked }));
        socket.write(chunks);
      });
  },

  'responses that nobody reads': (attacker) => {
    const { target } = attacker;
    const account = pick(target.accounts, 0);
    const request = headOf(target, { method: 'GET', path: account.pagePath, account, headers: {} });
    for (let index = 0; index < 80; index += 1)
      reopen(attacker, index % 4, 5000, (socket) => {
        socket.pause();
        socket.write(request.repeat(4));
      });
  },

  'idle connections': (attacker) => {
    for (let index = 0; index < 600; index += 1) reopen(attacker, index % 2, 5000, () => undefined);
  },

  'sign-in links for somebody else': ({ browser, every, target }) => {
    every(125, 8, (number) =>
      browser(number % 4).post('/api/auth/email', { email: target.victim, type: 'login' }),
    );
  },

  'requests for embed thumbnails': ({ browser, every }) => {
    every(250, 4, (number) => {
      const embeds = Array.from({ length: 100 }, (_, index) => ({
        type: 'youtube',
        content: { youtubeID: `v${String(number * 100 + index).padStart(10, '0')}` },
      }));
      return browser(number % 2, number % 2).post('/api/asset/embed-picture', { embeds });
    });
  },
} as const satisfies Readonly<Record<string, Attack>>;

/** The name of an attack. */
export type AttackName = keyof typeof ATTACKS;

/** All names of attacks. */
export const ATTACK_NAMES = Object.keys(ATTACKS) as readonly AttackName[];

/** Attacks until the process ends. Each attack has network addresses of its own. */
export function startAttack(target: AttackTarget, name: AttackName, record: RecordOutcome): void {
  const attack: Attack = ATTACKS[name];
  const net = ATTACK_NAMES.indexOf(name) + 1;
  const addressOf = (address: number): string =>
    `127.0.${String(100 + net)}.${String(address + 1)}`;
  attack({
    target,
    record,
    browser(address, account) {
      const browser = new TestBrowser(target.port, target.appHost, addressOf(address));
      const cookie = account === undefined ? '' : pick(target.accounts, account).cookie;
      for (const pair of cookie.split('; ').filter(Boolean)) {
        const [key = '', value = ''] = pair.split('=');
        browser.cookies.set(key, value);
      }
      return browser;
    },
    connection(address) {
      const socket = connect({
        ...{ port: target.port, host: '127.0.0.1' },
        localAddress: addressOf(address),
      });
      socket.on('error', () => undefined);
      return socket;
    },
    every(ms, most, round) {
      let [open, number] = [0, 0];
      setInterval(() => {
        if (open >= most) return;
        open += 1;
        round(number++)
          .then(
            ({ status, headers }) => record(String(headers['x-error-code'] ?? status)),
            () => record('lost'),
          )
          .finally(() => {
            open -= 1;
          });
      }, ms);
    },
  });
}

/** How long it is until a moment that all connections have in common, at least a second. */
function msUntilCommonMoment(): number {
  const everyMs = 3000;
  return everyMs + 1000 - ((Date.now() + 1000) % everyMs);
}

/** Keeps a connection open: opens it again some time after it was closed. */
function reopen(
  attacker: Attacker,
  address: number,
  pauseMs: number,
  use: (socket: Socket) => void,
): void {
  const socket = attacker.connection(address);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received ||= chunk.toString('latin1', 0, 1000);
  });
  socket.once('connect', () => use(socket));
  socket.once('close', () => {
    const code = /^x-error-code: (\w+)/im.exec(received)?.[1];
    attacker.record(code ?? /^HTTP\/1.1 (\d+)/.exec(received)?.[1] ?? 'lost');
    setTimeout(() => {
      reopen(attacker, address, pauseMs, use);
    }, pauseMs);
  });
}

function headOf(
  { appHost }: AttackTarget,
  request: {
    readonly method: string;
    readonly path: string;
    /** Of the body, if there is one. */
    readonly length?: number;
    /** Whose session it has; default: none. */
    readonly account?: AttackerAccount;
    readonly headers: Readonly<Record<string, string>>;
  },
): string {
  const { method, path, length, account, headers } = request;
  const all = {
    ...{ Host: appHost, Origin: `http://${appHost}` },
    ...(account === undefined ? {} : { Cookie: account.cookie }),
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function send(browser: TestBrowser, path: string, parts: readonly Part[]): Promise<TestResponse> {
  const { body, headers } = multipart(parts);
  return browser.send(path, { method: 'POST', body, headers });
}

function sampleOf({ pageInput }: AttackerAccount): object {
  return Object.values(pageInput['things'] as Readonly<Record<string, object>>).at(-1) ?? {};
}

function revisionIn(page: TestResponse): number {
  return Number(/"revision":(\d+)/.exec(page.text)?.[1] ?? 0);
}

const pathOf = (pageId: number): string => `/api/page/${String(pageId)}`;

function pick<Value>(list: readonly Value[], number: number): Value {
  const found = list[number % list.length];
  if (found === undefined) throw new Error('An attack needs at least one of each');
  return found;
}
