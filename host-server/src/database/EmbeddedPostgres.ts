import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from './connect.ts';
import { withDatabase } from './databaseUrl.ts';
import { ensureRunning } from './ensureRunning.ts';
import { initializeCluster } from './initializeCluster.ts';
import { ensureFolder } from './ensureFolder.ts';
import { findPostgresBinaries } from './postgresBinaries.ts';
import { spawnPostgres, stopPostgres, type PostgresProcess } from './postgresProcess.ts';
import { prepareSocketFolder } from './socketFolder.ts';
import { findUnprivileged } from './unprivileged.ts';

/** Options of the embedded Postgres. */
export interface EmbeddedPostgresOptions {
  /** Absolute path of the folder for its data, socket and log; created if missing. */
  readonly folder: string;
  /** Prints a line to the terminal. */
  readonly log?: (line: string) => void;
  /**
   * Also listen on loopback over TCP, with a password (SCRAM). By default it listens on its unix
   * socket only. Tests use this in place of a separate server.
   */
  readonly tcp?: { readonly port: number; readonly password: string };
  /** Further settings of `postgresql.conf`. Durability is on unless a test turns it off here. */
  readonly settings?: Readonly<Record<string, string>>;
}

const databaseName = 'cobble';
const presenceName = 'cobble presence';

/**
 * The embedded Postgres: real Postgres, on a unix socket in the data folder.
 *
 * A Postgres that already runs on the folder is adopted: it may be left over from a server that was
 * killed, or in use by another one. One connection stays open all the time. It shows other servers
 * on this folder that the database is in use, and when it ends, Postgres has stopped and is started
 * (or adopted) again, with retries until that succeeds.
 */
export class EmbeddedPostgres {
  readonly #options: EmbeddedPostgresOptions;
  readonly #cluster: string;
  readonly #start: () => Promise<PostgresProcess>;
  #adminUrl = '';
  #pid = 0;
  /** Process id of the last Postgres that this process started; null if none. */
  #ownPid: number | null = null;
  #presence: pg.Client | null = null;
  #stopping = false;
  #reviving: Promise<void> = Promise.resolve();

  private constructor(
    options: EmbeddedPostgresOptions,
    cluster: string,
    start: () => Promise<PostgresProcess>,
  ) {
    this.#options = options;
    this.#cluster = cluster;
    this.#start = start;
  }

  /**
   * Starts or adopts the Postgres of a folder and waits until it accepts connections.
   *
   * @throws StartupError with a message of one line; errors of `pg` or `spawn` if Postgres cannot
   *   be run or refuses the connection.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { folder, tcp } = options;
    const port = tcp?.port ?? 5432;
    const binaries = await findPostgresBinaries();
    await ensureFolder(folder);
    const unprivileged = await findUnprivileged(join(folder, 'cluster'));
    await unprivileged.changeOwner(folder);
    const cluster = await initializeCluster(folder, binaries, unprivileged);
    const postgres = new EmbeddedPostgres(options, cluster, async () => {
      const socketFolder = await prepareSocketFolder(folder, port);
      await unprivileged.changeOwner(socketFolder);
      return spawnPostgres({
        binaries,
        unprivileged,
        cluster,
        socketFolder,
        port,
        listenAddresses: tcp === undefined ? '' : '127.0.0.1',
        settings: options.settings ?? {},
        logFile: logFileOf(folder),
      });
    });
    await postgres.#startOrAdopt();
    return postgres;
  }

  /** URL of the database `cobble` over the unix socket. */
  get url(): string {
    return withDatabase(this.#adminUrl, databaseName);
  }

  /** URL of the maintenance database, for creating and dropping databases. */
  get adminUrl(): string {
    return this.#adminUrl;
  }

  /** Process id of the Postgres in use. */
  get pid(): number {
    return this.#pid;
  }

  /** Whether the Postgres in use was started by another process. */
  get adopted(): boolean {
    return this.#ownPid !== this.#pid;
  }

  /**
   * Releases the Postgres. It is stopped if this process started it and no other server uses it; an
   * adopted one keeps running. Close your own connections first.
   *
   * @returns whether Postgres was stopped.
   */
  async stop(): Promise<boolean> {
    this.#stopping = true;
    await this.#reviving;
    const others = await this.#countOthers();
    await this.#presence?.end().catch(() => undefined);
    if (this.adopted || others > 0) return false;
    await stopPostgres(this.#pid);
    return true;
  }

  /** Lets the process exit while Postgres runs; for tests. */
  unref(): void {
    const stream = this.#presence?.connection.stream;
    if (stream instanceof Socket) stream.unref();
  }

  async #startOrAdopt(): Promise<void> {
    const running = await ensureRunning(
      this.#cluster,
      this.#start,
      logFileOf(this.#options.folder),
    );
    if (running.startedHere) this.#ownPid = running.pid;
    this.#pid = running.pid;
    this.#adminUrl = running.url;
    const presence = await connect(running.url, presenceName);
    try {
      await this.#prepare(presence);
    } catch (error) {
      await presence.end().catch(() => undefined);
      throw error;
    }
    this.#presence = presence;
    presence.once('end', () => {
      if (!this.#stopping) this.#reviving = this.#revive();
    });
  }

  async #prepare(client: pg.Client): Promise<void> {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      databaseName,
    ]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${databaseName}`).catch((error: unknown) => {
        const code = (error as { code?: string }).code ?? '';
        // Another server that started at the same time has just created it.
        if (!['42P04', '23505'].includes(code)) throw error;
      });
    }
    const password = this.#options.tcp?.password;
    if (password !== undefined && !this.adopted) {
      await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(password)}`);
    }
  }

  async #revive(): Promise<void> {
    const log = this.#options.log ?? (() => undefined);
    log('The database has stopped; restarting it.');
    for (let waitMs = 100; !this.#stopping; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        await this.#startOrAdopt();
        log('The database is running again.');
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(waitMs);
      }
    }
  }

  async #countOthers(): Promise<number> {
    try {
      const found = await this.#presence?.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE application_name = $1 AND pid <> pg_backend_pid()`,
        [presenceName],
      );
      return found?.rows[0]?.count ?? 0;
    } catch {
      // Nobody is connected to a Postgres that has stopped.
      return 0;
    }
  }
}

function logFileOf(folder: string): string {
  return join(folder, 'postgres.log');
}
