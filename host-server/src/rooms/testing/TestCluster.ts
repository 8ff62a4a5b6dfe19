import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestBrowser } from '../../app/testing/TestBrowser.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What `cluster.json` says. */
interface ClusterState {
  readonly port: number;
  readonly databaseUrl: string;
  readonly redis: { readonly pid: number };
  readonly nginx: { readonly pid: number };
  readonly servers: readonly {
    readonly number: number;
    readonly port: number;
    readonly metricsPort: number;
    readonly pid: number;
  }[];
}

/** Several servers behind nginx, as `scripts/cluster.mjs` starts them. */
export class TestCluster {
  private readonly process: ChildProcess;
  private readonly folder: string;
  private printed = '';

  private constructor(folder: string) {
    this.folder = folder;
    const args = ['scripts/cluster.mjs', `--data=${folder}`];
    const { PATH, TMPDIR, HOME } = process.env;
    this.process = spawn(process.execPath, args, {
      cwd: root,
      env: {
        ...{ PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) },
        ...{ COBBLE_FETCH_FONTS: '0', COBBLE_FETCH_PICTURES: '0' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
  }

  /** Starts one with empty data. */
  static async start(): Promise<TestCluster> {
    const prefix = join(tmpdir(), `cobble-test-${String(process.pid)}-cluster-`);
    return TestCluster.startIn(await mkdtemp(prefix));
  }

  private static async startIn(folder: string): Promise<TestCluster> {
    const cluster = new TestCluster(folder);
    while (!cluster.printed.includes('Press Ctrl+C')) {
      if (cluster.process.exitCode !== null)
        throw new Error(`The servers did not start:\n${cluster.printed}`);
      await delay(50);
    }
    return cluster;
  }

  get output(): string {
    return this.printed;
  }

  get state(): ClusterState {
    return JSON.parse(this.read('cluster.json')) as ClusterState;
  }

  /** The text of a file in its folder. */
  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  browser(): TestBrowser {
    const { port } = this.state;
    return new TestBrowser(port, `localhost:${String(port)}`);
  }

  /** The values of a metric of each server, added up if it has several with a label; 0 for a server that is gone. */
  async metric(name: string, label = ''): Promise<readonly number[]> {
    return Promise.all(
      this.state.servers.map(async ({ metricsPort }) => {
        const lines = (await textAt(metricsPort).catch(() => '')).split('\n');
        return lines
          .filter((line) => /^[\w:]+/.exec(line)?.[0] === name && line.includes(label))
          .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
      }),
    );
  }

  /** Whether the server with this index responds. */
  async isHealthy(index: number): Promise<boolean> {
    const { port, servers } = this.state;
    const browser = new TestBrowser(servers[index]?.port ?? 0, `localhost:${String(port)}`);
    const response = await browser.get('/healthz').catch(() => null);
    return response?.status === 200;
  }

  /** Sends a signal to the server with this index. Returns its process id. */
  signal(index: number, signal: NodeJS.Signals): number {
    const pid = this.state.servers[index]?.pid ?? 0;
    process.kill(pid, signal);
    return pid;
  }

  /** Kills the script, which leaves its programs, and starts it again with the same data. */
  async restart(): Promise<TestCluster> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    return TestCluster.startIn(this.folder);
  }

  /** Ends all of its programs. */
  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

function textAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/metrics', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => {
        resolve(text);
      });
    }).on('error', reject);
  });
}
