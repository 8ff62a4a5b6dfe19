/**
 * `node scripts/postgres-tcp.mjs <program> [argument …]`: runs a program with DATABASE_URL set to a
 * temporary Postgres that listens on TCP and requires a password. Exits with the program's exit
 * code. Build the server first.
 */
import { spawn } from 'node:child_process';
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { randomBytes } = await import('node:crypto');
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { EmbeddedPostgres } = await import('../host-server/dist/database/index.js');
  const { freePort } = await import('../host-server/dist/testing/index.js');

  const [program, ...args] = process.argv.slice(2);
  if (program === undefined) throw new Error('Pass the program to run.');
  const folder = await mkdtemp(join(tmpdir(), 'cobble-tcp-'));
  const password = randomBytes(18).toString('base64url');
  const port = await freePort();
  const postgres = await EmbeddedPostgres.start({ folder, tcp: { port, password } });
  console.log(`Postgres listens on 127.0.0.1:${port} with a password.`);
  const DATABASE_URL = `postgresql://cobble:${password}@127.0.0.1:${port}/cobble`;
  const child = spawn(program, args, { env: { ...process.env, DATABASE_URL }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (exit) => resolve(exit ?? 1));
  });
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
});
