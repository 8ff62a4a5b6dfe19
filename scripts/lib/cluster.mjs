import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, closeSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLeftovers } from './endLeftovers.mjs';
import { nginxConfiguration } from './nginxConfiguration.mjs';
import { rootFolder } from './paths.mjs';

/** How long a program that has ended stays away, ms. */
const RESTART_MS = 1000;
/** How long a server may take to stop, ms. */
const STOP_MS = 12_000;
/** Folders of a server's data that all servers must see alike. */
const SHARED_FOLDERS = ['assets', 'fonts', 'preview-pictures'];

/** A program that is started again when it ends. */
class Program {
  /**
   * @param {string} name
   * @param {() => import('node:child_process').ChildProcess} start
   * @param {{ print: (line: string) => void, onChange: () => void }} reports
   */
  constructor(name, start, { print, onChange }) {
    this.name = name;
    this.launch = start;
    this.print = print;
    this.onChange = onChange;
    this.isStopped = false;
    this.start();
  }

  get pid() {
    return this.child.pid ?? null;
  }

  start() {
    this.child = this.launch();
    this.child.on('error', (error) =>
      this.print(`${this.name} cannot be started: ${error.message}`),
    );
    this.child.on('exit', (code, signal) => {
      if (this.isStopped) return;
      this.print(`${this.name} has ended (${signal ?? code}) and is started again.`);
      setTimeout(() => {
        if (this.isStopped) return;
        this.start();
        this.onChange();
      }, RESTART_MS);
    });
  }

  async stop() {
    this.isStopped = true;
    const { child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    // One that was stopped by SIGSTOP.
    child.kill('SIGCONT');
    const late = sleep(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Starts several servers behind nginx, on one Postgres and one Redis.
 *
 * @param {object} options
 * @param {{ redis: string, nginx: string }} options.programs paths
 * @param {number} options.servers how many
 * @param {string} options.folder absolute path for all data
 * @param {number | null} options.port of nginx; null for a free one
 * @param {(line: string) => void} options.print
 * @param {Promise<unknown>} options.stopping resolves when it shall stop, also while it starts
 */
export async function startCluster({
  programs,
  servers: count,
  folder,
  port: wanted,
  print,
  stopping,
}) {
  const { EmbeddedPostgres, ensureFolder } =
    await import('../../host-server/dist/database/index.js');
  const { freePort } = await import('../../host-server/dist/testing/freePort.js');
  await ensureFolder(folder);
  await endLeftovers(folder, print);
  const running = [];
  let postgres = null;
  const stop = async () => {
    // The servers first, while everything that they use is there.
    const servers = running.filter(({ name }) => name.startsWith('Server'));
    await Promise.all(servers.map((each) => each.stop()));
    await Promise.all(running.map((each) => each.stop()));
    await postgres?.stop();
  };
  try {
    const database = { port: await freePort(), password: randomBytes(18).toString('base64url') };
    postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres'), tcp: database });
    const databaseUrl = `postgresql://cobble:${database.password}@127.0.0.1:${database.port}/cobble`;
    const port = wanted ?? (await freePort());
    const redis = { port: await freePort(), password: randomBytes(18).toString('base64url') };
    const members = [];
    for (let number = 1; number <= count; number += 1)
      members.push({ number, port: await freePort(), metricsPort: await freePort() });

    const write = (name, text) => {
      const path = join(folder, name);
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
      return path;
    };
    const run = (name, program, args, env = {}) => {
      const output = openSync(
        join(folder, `${name.toLowerCase().replace(' ', '-')}.log`),
        'a',
        0o600,
      );
      try {
        return spawn(program, args, {
          cwd: rootFolder,
          env: { PATH: process.env['PATH'], ...env },
          stdio: ['ignore', output, output],
          // Ctrl+C in a terminal would reach them before this program, which stops them in order.
          detached: true,
        });
      } finally {
        closeSync(output);
      }
    };
    const onChange = () =>
      write(
        'cluster.json',
        JSON.stringify({
          pid: process.pid,
          port,
          databaseUrl,
          redis: { port: redis.port, pid: pidOf('Redis') },
          nginx: { pid: pidOf('nginx') },
          servers: members.map((each) => ({ ...each, pid: pidOf(`Server ${each.number}`) })),
        }),
      );
    const pidOf = (name) => running.find((each) => each.name === name)?.pid ?? null;
    const begin = (name, start) => {
      const program = new Program(name, start, { print, onChange });
      running.push(program);
      // Whatever has been started can be ended even if this program is killed.
      onChange();
    };

    const redisFile = write(
      'redis.conf',
      `port ${redis.port}\nbind 127.0.0.1\nrequirepass ${redis.password}\nsave ""\nappendonly no\n` +
        `dir "${folder}"\n`,
    );
    begin('Redis', () => run('Redis', programs.redis, [redisFile]));
    for (const { number, port: own, metricsPort } of members) {
      const data = join(folder, `server-${number}`);
      shareFolders(folder, data);
      const env = {
        ...optionalEnvironment(),
        PORT: String(own),
        HOST: '127.0.0.1',
        APP_URL: `http://localhost:${port}`,
        PAGES_HOST: `localhost:${port}`,
        DATABASE_URL: databaseUrl,
        REDIS_URL: `redis://:${redis.password}@127.0.0.1:${redis.port}`,
        COBBLE_DATA: data,
        COBBLE_LIVE_ROOMS: '1',
        TRUSTED_PROXIES: '1',
        METRICS_PORT: String(metricsPort),
        NODE_ENV: 'production',
        COBBLE_ROOT: rootFolder,
      };
      const file = join(rootFolder, 'scripts', 'lib', 'clusterServer.mjs');
      // The folder shows whose server it is (`endLeftovers`).
      const args = [file, folder];
      begin(`Server ${number}`, () => run(`Server ${number}`, process.execPath, args, env));
    }
    const nginxFile = write(
      'nginx.conf',
      nginxConfiguration({ folder, port, servers: members.map(({ port: own }) => own) }),
    );
    const nginxArgs = ['-c', nginxFile, '-p', folder, '-e', 'stderr'];
    begin('nginx', () => run('nginx', programs.nginx, nginxArgs));
    const all = members.map(({ port: own }) => own);
    await Promise.race([stopping, untilHealthy([...all, port])]);
    print(`Open       http://localhost:${port}/`);
    print(`Emails at  http://localhost:${port}/dev/mailbox`);
    print(`Servers    ${all.map((own) => `127.0.0.1:${own}`).join(', ')}`);
    print(`Data in    ${folder}`);
    print('Press Ctrl+C to stop.');
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settings that may be given to the servers. */
function optionalEnvironment() {
  const names = ['COBBLE_FETCH_FONTS', 'COBBLE_FETCH_PICTURES', 'COBBLE_ACCEPT_UNSAFE_DATABASE'];
  return Object.fromEntries(
    names.filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
  );
}

/** What servers on several machines have on a file system that they share. */
function shareFolders(folder, data) {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const name of SHARED_FOLDERS) {
    const shared = join(folder, 'shared', name);
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    try {
      symlinkSync(shared, join(data, name));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/** Waits until servers respond. */
async function untilHealthy(ports) {
  for (const port of ports) while (!(await isHealthy(port))) await sleep(50);
}

function isHealthy(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (data) => (text += data));
    socket.on('close', () => resolve(/^HTTP\/1\.1 200 /.test(text)));
    socket.on('connect', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    );
  });
}
