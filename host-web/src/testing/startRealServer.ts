import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './buildWeb.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Whether `npm test` has built the server. */
const isBuilt = process.env['COBBLE_TEST_BUILT'] === '1';
const fromSources = [
  '--import',
  here('../../../scripts/register-tsx.mjs'),
  '--conditions=@cobble/source',
];

/**
 * A server for tests, with its own embedded Postgres (or database on the server of
 * TEST_DATABASE_URL), local mailbox and data folder.
 */
export interface RealServer {
  /** Origin of the app, `http://localhost:{port}`. */
  readonly url: string;
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the real server in its own process on a free port, with the web app built from the current
 * sources, which browsers do not store (`COBBLE_OFFLINE`).
 *
 * @param env further variables for it
 *
 * @throws {Error} with the server's output if it does not start
 */
export async function startRealServer(
  env: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  await buildWeb();
  // Another program may take the port before the server has started.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const started = await startOn(await freePort(), env);
    if ('url' in started) return started;
    if (env['PORT'] !== undefined || !started.output.includes('is in use by another program'))
      throw new Error(`The server did not start:\n${started.output}`);
  }
  throw new Error('The server did not start: each port was in use');
}

async function startOn(
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<RealServer | { readonly output: string }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cobble-web-test-'));
  const child = spawn(process.execPath, [...(isBuilt ? [] : fromSources), here('./serve.mjs')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      COBBLE_DATA: dataFolder,
      COBBLE_FETCH_FONTS: '0',
      // Storing the app for each context takes time, and tests would not see some of its requests.
      COBBLE_OFFLINE: '0',
      ...(isBuilt && { COBBLE_TEST_BUILT: '1' }),
      COBBLE_FETCH_PICTURES: '0',
      ...(process.env['TEST_DATABASE_URL'] && {
        TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'],
      }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true, force: true });
  };
  const kill = () => {
    child.kill('SIGTERM');
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  let printed = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      // A line may come in parts.
      printed += chunk.toString();
      const url = /^ready (\S+)\n/m.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await Promise.race([ready, ended.then(() => null)]);
  if (url === null) {
    // Its last words may arrive later than its end, but a database that it has left keeps them open.
    await Promise.race([closed, setTimeout(5000, undefined, { ref: false })]);
    await stop();
    return { output };
  }
  return { url, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
