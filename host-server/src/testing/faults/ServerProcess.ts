import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestBrowser } from '../../app/testing/TestBrowser.ts';
import { serverModules } from '../serverModules.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** How long a server may take to start on a busy machine. */
const START_MS = 120_000;

/** A server in a separate process that can be killed at any time. */
export class ServerProcess {
  readonly port: number;
  private readonly env: Readonly<Record<string, string>>;
  private readonly builtMain: string | null;
  private readonly preloads: readonly string[];
  private child: ChildProcess | null = null;
  private printed = '';

  /**
   * @param options.env environment of the process, besides PATH and PORT
   * @param options.builtMain absolute path of a built main.js, or null to run what other tests run
   * @param options.preloads absolute paths of modules that it loads first
   */
  constructor(options: {
    readonly port: number;
    readonly env: Readonly<Record<string, string>>;
    readonly builtMain: string | null;
    readonly preloads?: readonly string[];
  }) {
    this.port = options.port;
    this.preloads = options.preloads ?? [];
    this.env = options.env;
    this.builtMain = options.builtMain;
  }

  /** Its process id while it runs. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** What it has printed since the last start. */
  get output(): string {
    return this.printed;
  }

  /** @param localAddress see {@link TestBrowser}. */
  browser(localAddress?: string): TestBrowser {
    return new TestBrowser(this.port, `localhost:${String(this.port)}`, localAddress);
  }

  /** Starts the process without waiting until it responds. */
  launch(): void {
    const main = this.builtMain ?? serverModules.pathOf('main');
    const args = [join(root, 'host-server/tools/runServer.mjs'), main];
    this.printed = '';
    const child = spawn(
      process.execPath,
      [
        ...(this.builtMain === null ? serverModules.nodeArgs : []),
        ...this.preloads.flatMap((file) => ['--import', file]),
        ...args,
      ],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], PORT: String(this.port), ...this.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    this.child = child;
  }

  /** Waits until its health check succeeds. */
  async waitUntilHealthy(): Promise<void> {
    const until = Date.now() + START_MS;
    for (;;) {
      const response = await this.browser()
        .get('/healthz')
        .catch(() => null);
      if (response?.status === 200) return;
      if (this.child === null || this.child.exitCode !== null || Date.now() > until)
        throw new Error(`The server did not start:\n${this.printed}`);
      await sleep(20);
    }
  }

  /** Asks it to stop with SIGTERM, and waits until it has ended. Returns its exit code. */
  async terminate(): Promise<number | null> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    // Everything that it has printed has arrived by then.
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return code;
  }

  /** Kills it with SIGKILL, if it runs, and waits until it has ended. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
