import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPostgresRunning, readPostmasterPid } from '../database/postmasterPid.ts';
import { stopPostgres } from '../database/postgresProcess.ts';
import { freePort } from '../testing/freePort.ts';
import { copyCluster } from '../testing/copyCluster.ts';
import { serverModules } from '../testing/serverModules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A server in a separate process whose app counts its calls in the database. */
const program = `
  import { runUntilStopped } from '${serverModules.pathOf('start/runUntilStopped')}';
  import { startServer } from '${serverModules.pathOf('start/startServer')}';
  const createApp = async ({ knex }) => {
    await knex.raw('CREATE TABLE IF NOT EXISTS calls (at timestamptz)');
    const handler = async (request, response) => {
      if (request.url === '/slow') {
        console.log('A slow request has begun.');
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      await knex.raw('INSERT INTO calls VALUES (now())');
      const { rows } = await knex.raw('SELECT count(*)::int AS count FROM calls');
      response.end(String(rows[0].count));
    };
    return { handler, close: async () => {} };
  };
  const log = (line) => console.log(line);
  await runUntilStopped(
    () => startServer({ env: process.env, rootFolder: process.env.TEST_ROOT, log, createApp }),
    log,
  );`;

interface Run {
  readonly child: ChildProcess;
  readonly port: number;
  /** Everything that it has printed so far. */
  output(): string;
  /** Resolves when it has printed a text; rejects if it ends without it. */
  printed(text: string): Promise<void>;
  ended(): Promise<number | null>;
}

describe('starting and stopping a server', function () {
  this.timeout(90_000);
  let folder: string;
  const runs: Run[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-start-`));
  });
  afterEach(async () => {
    for (const { child } of runs.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    const left = await postgresPid();
    if (left !== null) await stopPostgres(left);
    await rm(folder, { recursive: true, force: true });
  });

  const postgresFolder = (): string => join(folder, '.cobble', 'postgres');
  const postgresPid = async (): Promise<number | null> => {
    const file = await readPostmasterPid(join(postgresFolder(), 'cluster'));
    return file !== null && isPostgresRunning(file.pid) ? file.pid : null;
  };
  const run = async (env: Record<string, string> = {}): Promise<Run> => {
    const port = Number(env['PORT'] ?? (await freePort()));
    const child = spawn(
      process.execPath,
      [...serverModules.nodeArgs, '--input-type=module', '--eval', program],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], PORT: String(port), TEST_ROOT: folder, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    let hasEnded = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const closed = once(child, 'close').then(() => {
      hasEnded = true;
      return child.exitCode;
    });
    const run: Run = {
      child,
      port,
      output: () => output,
      ended: () => closed,
      async printed(text) {
        while (!hasEnded && !output.includes(text)) await sleep(20);
        expect(output).to.contain(text);
      },
    };
    runs.push(run);
    return run;
  };
  const call = async ({ port }: Run, path = '/'): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return Number(await response.text());
  };
  const errorLineOf = async (started: Run): Promise<string> => {
    expect(await started.ended()).to.equal(1);
    const output = started.output().trim();
    expect(output.split('\n'), output).to.have.length(1);
    return output;
  };

  it('prints its address, stops cleanly on Ctrl+C and keeps its data across a restart', async () => {
    const first = await run();
    await first.printed('Press Ctrl+C to stop.');
    expect(first.output()).to.contain(`Open       http://localhost:${first.port}/\n`);
    expect(first.output()).to.contain(`Data in    ${join(folder, '.cobble')}\n`);
    expect(await call(first)).to.equal(1);
    first.child.kill('SIGINT');
    expect(await first.ended()).to.equal(0);
    expect(await postgresPid()).to.equal(null);
    const second = await run();
    await second.printed('Press Ctrl+C to stop.');
    expect(await call(second)).to.equal(2);
    second.child.kill('SIGTERM');
    expect(await second.ended()).to.equal(0);
  });

  it('waits for requests in progress before it stops [DB7]', async () => {
    await copyCluster(postgresFolder());
    const server = await run();
    await server.printed('Press Ctrl+C to stop.');
    const slow = call(server, '/slow');
    await server.printed('A slow request has begun.');
    server.child.kill('SIGINT');
    expect(await slow).to.equal(1);
    expect(await server.ended()).to.equal(0);
  });

  it('loses nothing after kill -9, and continues with the running database [DB2]', async () => {
    await copyCluster(postgresFolder());
    const first = await run();
    await first.printed('Press Ctrl+C to stop.');
    expect(await call(first)).to.equal(1);
    first.child.kill('SIGKILL');
    await first.ended();
    const orphan = await postgresPid();
    expect(orphan).not.to.equal(null);
    const second = await run();
    await second.printed('Press Ctrl+C to stop.');
    expect(await call(second)).to.equal(2);
    second.child.kill('SIGINT');
    expect(await second.ended()).to.equal(0);
    expect(await postgresPid()).to.equal(orphan);
  });

  it('loses nothing after kill -9 of server and database at once [DB2]', async () => {
    await copyCluster(postgresFolder());
    const first = await run();
    await first.printed('Press Ctrl+C to stop.');
    expect(await call(first)).to.equal(1);
    first.child.kill('SIGKILL');
    process.kill((await postgresPid()) ?? 0, 'SIGKILL');
    await first.ended();
    const second = await run();
    await second.printed('Press Ctrl+C to stop.');
    expect(await call(second)).to.equal(2);
  });

  it('allows two servers on one data folder, and the second continues when the first stops', async () => {
    await copyCluster(postgresFolder());
    const first = await run();
    await first.printed('Press Ctrl+C to stop.');
    const second = await run();
    await second.printed('Press Ctrl+C to stop.');
    expect(await call(first)).to.equal(1);
    expect(await call(second)).to.equal(2);
    first.child.kill('SIGINT');
    expect(await first.ended()).to.equal(0);
    expect(await call(second)).to.equal(3);
  });

  it('does not start on a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const line = await errorLineOf(await run({ PORT: String(port) }));
    expect(line).to.contain(`Port ${port} on localhost is in use`);
    const metrics = await errorLineOf(await run({ METRICS_PORT: String(port) }));
    taken.close();
    expect(metrics).to.contain(`Metrics cannot be served at 127.0.0.1:${port} (EADDRINUSE)`);
  });

  it('does not start with a data folder that is not writable', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const line = await errorLineOf(await run({ COBBLE_DATA: join(file, 'data') }));
    expect(line).to.contain(`The data folder ${join(file, 'data')} cannot be written to`);
  });

  it('does not start if its database does not respond', async () => {
    const line = await errorLineOf(
      await run({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/cobble' }),
    );
    expect(line).to.contain('DATABASE_URL').and.to.contain('does not respond');
    expect(line).not.to.contain('hush');
  });

  it('reports each invalid value in one line', async () => {
    const server = await run({ PORT: '99999', SMTP_URL: 'nowhere' });
    expect(await server.ended()).to.equal(1);
    const lines = server.output().trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).to.deep.equal(['PORT', 'SMTP_URL']);
  });
});
