import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { pino } from 'pino';
import type { Configuration } from '../../configuration/index.ts';
import type { Role } from '../../contract/index.ts';
import { LOG_REDACTION } from '../../shared/logRedaction.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { createApp, type CreateAppOptions } from '../createApp.ts';
import { type Limit, type LimitName, LIMITS } from '../../http/limits.ts';
import { askForLink, type Person, signIn, signUp } from './signUp.ts';
import { TestBrowser } from './TestBrowser.ts';

/** A whole server of one test, on a port and a database of its own. */
export interface TestApp {
  readonly knex: Knex;
  readonly port: number;
  /** `localhost:{port}`. */
  readonly appHost: string;
  readonly dataFolder: string;
  /** All that was logged, as text. */
  log(): string;
  /** Moves the server's clock. */
  pass(ms: number): void;
  browser(): TestBrowser;
  /** Asks for a link and gives its token as the mail has it. */
  askForLink(browser: TestBrowser, email: string): Promise<string>;
  /** Signs in by a link. */
  signIn(browser: TestBrowser, email: string): Promise<void>;
  /** Someone signed in with an account. */
  person(username: string, roles?: readonly Role[]): Promise<Person>;
  /** Waits until what can be made of uploaded images is there. */
  imagesMade(): Promise<void>;
  /** Waits until what can be had of other sites' images is there. */
  embedImagesFetched(): Promise<void>;
  /** Waits until what is to be painted of pages is there. */
  previewsPainted(): Promise<void>;
  /** Looks at served domains once more. */
  recheckDomains(): Promise<void>;
  /** Removes files that nothing has named for long. */
  sweepMedia(): Promise<void>;
  stop(): Promise<void>;
}

export type { Person } from './signUp.ts';

/**
 * Starts the server on real HTTP and a real Postgres.
 *
 * @param options what should not be as on a person's own machine.
 */
export async function createTestApp(
  options: {
    readonly configuration?: Partial<Configuration>;
    readonly limits?: CreateAppOptions['limits'];
    readonly webFolder?: string;
    readonly fetchImage?: CreateAppOptions['fetchImage'];
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'cobble-app-'));
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const appHost = `localhost:${String(port)}`;
  let offsetMs = 0;
  const lines: string[] = [];
  const app = await createApp({
    knex: database.knex,
    webFolder: options.webFolder ?? null,
    clock: () => new Date(Date.now() + offsetMs),
    log: pino({ redact: LOG_REDACTION }, { write: (line: string) => lines.push(line) }),
    ...(options.fetchImage ? { fetchImage: options.fetchImage } : {}),
    limits: { ...generousLimits(), ...options.limits },
    configuration: {
      host: '127.0.0.1',
      port,
      databaseUrl: database.url,
      acceptUnsafeDatabase: false,
      smtpUrl: null,
      mailFrom: 'Cobble <hello@localhost>',
      dataFolder,
      fetchesFonts: false,
      fetchesImages: false,
      appUrl: `http://${appHost}`,
      pagesHost: appHost,
      embedsHost: `embeds.${appHost}`,
      trustedProxies: 0,
      dnsServers: [],
      cdnPurgeUrl: null,
      cdnPurgeToken: null,
      isLocal: true,
      ...options.configuration,
    },
  });
  server.on('request', app.handler);

  const browser = (): TestBrowser => new TestBrowser(port, appHost);
  return {
    knex: database.knex,
    port,
    appHost,
    dataFolder,
    log: () => lines.join(''),
    pass: (ms) => {
      offsetMs += ms;
    },
    browser,
    askForLink,
    signIn,
    async person(username, roles) {
      const person = await signUp(browser(), username);
      if (roles !== undefined)
        await database.knex('accounts').whereRaw('username = ?', [username]).update({ roles });
      return person;
    },
    imagesMade: () => app.imagesMade(),
    embedImagesFetched: () => app.embedImagesFetched(),
    previewsPainted: () => app.previewsPainted(),
    recheckDomains: () => app.recheckDomains(),
    sweepMedia: () => app.sweepMedia(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await app.close();
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Tests are faster than people. */
function generousLimits(): Partial<Record<LimitName, Limit>> {
  const names = Object.keys(LIMITS) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, { points: 100_000, seconds: 60 }]));
}
