import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../shared/StartupError.ts';
import { connect } from './connect.ts';
import { EmbeddedPostgres } from './EmbeddedPostgres.ts';
import { findPostgresBinaries } from './postgresBinaries.ts';
import { isPostgresRunning } from './postmasterPid.ts';
import { stopPostgres } from './postgresProcess.ts';
import { freePort } from '../testing/freePort.ts';
import { copyCluster } from '../testing/copyCluster.ts';
import { serverModules } from '../testing/serverModules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('EmbeddedPostgres', function () {
  this.timeout(120_000);
  let folder: string;
  const running = new Set<EmbeddedPostgres>();
  const pids = new Set<number>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-launcher-`));
  });
  afterEach(async () => {
    for (const postgres of running) await postgres.stop();
    running.clear();
    for (const pid of pids) if (isPostgresRunning(pid)) await stopPostgres(pid);
    pids.clear();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (
    options: Partial<Parameters<typeof EmbeddedPostgres.start>[0]> = {},
  ): Promise<EmbeddedPostgres> => {
    const postgres = await EmbeddedPostgres.start({ folder, ...options });
    running.add(postgres);
    pids.add(postgres.pid);
    return postgres;
  };
  const stop = (postgres: EmbeddedPostgres): Promise<boolean> => {
    running.delete(postgres);
    return postgres.stop();
  };
  const query = async (url: string, text: string): Promise<unknown[][]> => {
    const client = await connect(url, 'test');
    try {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return rows;
    } finally {
      await client.end();
    }
  };
  const failure = async (attempt: Promise<unknown>): Promise<StartupError> => {
    const error = await attempt.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(StartupError);
    expect((error as StartupError).message).not.to.contain('\n');
    return error as StartupError;
  };

  it('starts with durable settings, on a socket only, and keeps its data across a restart', async () => {
    const first = await start();
    expect(first.adopted).to.equal(false);
    expect(await query(first.url, 'SHOW listen_addresses')).to.deep.equal([['']]);
    const durable = await query(
      first.url,
      `SELECT count(*)::int FROM pg_settings WHERE setting = 'on'
       AND name IN ('fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    expect(durable).to.deep.equal([[3]]);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    expect(await stop(first)).to.equal(true);
    expect(isPostgresRunning(first.pid)).to.equal(false);
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).to.deep.equal([[7]]);
  });

  it('restarts after a kill -9 of Postgres, with all committed data [DB2]', async () => {
    await copyCluster(folder);
    const lines: string[] = [];
    const postgres = await start({ log: (line) => lines.push(line) });
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    while (!lines.includes('The database is running again.')) await sleep(20);
    pids.add(postgres.pid);
    expect(postgres.pid).not.to.equal(killed);
    expect(await query(postgres.url, 'SELECT value FROM kept')).to.deep.equal([[7]]);
    expect(await stop(postgres)).to.equal(true);
  });

  it('is adopted after a kill -9 of its server, and not stopped afterwards', async () => {
    await copyCluster(folder);
    const program = `
      import { EmbeddedPostgres } from '${serverModules.pathOf('database/index')}';
      const postgres = await EmbeddedPostgres.start({ folder: ${JSON.stringify(folder)} });
      console.log(postgres.pid);`;
    const child = spawn(
      process.execPath,
      [...serverModules.nodeArgs, '--input-type=module', '--eval', program],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const orphan = Number(line.toString());
    pids.add(orphan);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isPostgresRunning(orphan)).to.equal(true);
    const postgres = await start();
    expect(postgres.pid).to.equal(orphan);
    expect(postgres.adopted).to.equal(true);
    expect(await stop(postgres)).to.equal(false);
    expect(isPostgresRunning(orphan)).to.equal(true);
  });

  it('keeps running while another server uses it', async () => {
    await copyCluster(folder);
    const first = await start();
    const second = await start();
    expect(second.adopted).to.equal(true);
    expect(await stop(first)).to.equal(false);
    expect(await query(second.url, 'SELECT 1')).to.deep.equal([[1]]);
  });

  it('starts once when several servers start at the same time', async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(new Set(all.map(({ pid }) => pid)).size).to.equal(1);
    expect(all.filter(({ adopted }) => !adopted)).to.have.length(1);
  });

  it('recovers when another program has the process id of a killed Postgres', async () => {
    await copyCluster(folder);
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    const file = join(folder, 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await stop(first);
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).to.deep.equal([[7]]);
  });

  it('opens its socket in another folder when the path is too long', async () => {
    const long = join(folder, 'x'.repeat(120));
    const postgres = await start({ folder: long });
    const socketFolder = decodeURIComponent(new URL(postgres.url).hostname);
    expect(socketFolder).not.to.contain('xxx');
    expect(await query(postgres.url, 'SELECT 1')).to.deep.equal([[1]]);
    await stop(postgres);
    await rm(socketFolder, { recursive: true });
  });

  it('listens on TCP for clients with the password', async () => {
    await copyCluster(folder);
    const port = await freePort();
    const postgres = await start({ tcp: { port, password: `it's secret` } });
    const url = `postgresql://cobble:${encodeURIComponent("it's secret")}@127.0.0.1:${port}/cobble`;
    expect(await query(url, 'SELECT 1')).to.deep.equal([[1]]);
    const wrong = await query(url.replace('secret', 'wrong'), 'SELECT 1').catch(
      (error: unknown) => (error as { code: string }).code,
    );
    expect(wrong).to.equal('28P01');
    expect(await stop(postgres)).to.equal(true);
  });

  it('restores the symbolic links that npm omits when it runs no install scripts', async () => {
    const { postgres } = await findPostgresBinaries();
    const installed = dirname(dirname(dirname(postgres)));
    const list = join('native', 'pg-symlinks.json');
    const links = JSON.parse(await readFile(join(installed, list), 'utf8')) as {
      target: string;
    }[];
    // Of a copy, because other tests may be starting Postgres now.
    const copied = join(folder, 'package');
    for (const { target } of links) await mkdir(join(copied, dirname(target)), { recursive: true });
    for (const file of [list, 'package.json'])
      await copyFile(join(installed, file), join(copied, file));
    await findPostgresBinaries(copied);
    const link = join(copied, links[0]?.target ?? '');
    expect((await lstat(link)).isSymbolicLink()).to.equal(true);
  });

  describe('explains in one line why it does not start', () => {
    it('when a parent of the folder is a file', async () => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      const error = await failure(start({ folder: join(file, 'data') }));
      expect(error.code).to.equal('data_folder_unwritable');
      expect(error.message).to.contain(join(file, 'data')).and.to.contain('COBBLE_DATA');
    });

    it('when the data belongs to another major version', async () => {
      await mkdir(join(folder, 'cluster'));
      await writeFile(join(folder, 'cluster', 'PG_VERSION'), '15\n');
      const error = await failure(start());
      expect(error.code).to.equal('database_version_mismatch');
      expect(error.message).to.contain('Postgres 15').and.to.contain('Postgres 18');
    });

    it('when Postgres rejects a setting', async () => {
      await copyCluster(folder);
      const error = await failure(start({ settings: { shared_buffers: 'plenty' } }));
      expect(error.code).to.equal('database_not_responding');
      expect(error.message).to.contain('shared_buffers').and.to.contain('postgres.log');
    });

    it('when the port is in use', async () => {
      await copyCluster(folder);
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as { port: number };
      const error = await failure(start({ tcp: { port, password: 'x' } }));
      taken.close();
      expect(error.code).to.equal('database_not_responding');
    });
  });
});
