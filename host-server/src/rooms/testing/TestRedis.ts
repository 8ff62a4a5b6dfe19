import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../testing/index.ts';

/** A Redis that stores nothing on the disk, so that it is empty after each start. */
export class TestRedis {
  readonly port: number;
  private process: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  /** Starts one on a free port. */
  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}`;
  }

  /** Starts it again. */
  async start(): Promise<void> {
    for (let tries = 1; !(await this.hasStarted()); tries += 1)
      if (tries === 50) throw new Error('redis-server does not start');
  }

  /** False if the port was in use, such as by a connection of another program. */
  private async hasStarted(): Promise<boolean> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', ''];
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    this.process = child;
    const failed = once(child, 'error').then(([error]) => {
      throw new Error('Install redis-server, such as with apt-get', { cause: error });
    });
    failed.catch(() => undefined);
    while (!(await Promise.race([this.isListening(), failed]))) {
      await delay(20);
      if (child.exitCode !== null) return false;
    }
    return true;
  }

  /** Kills it. */
  async stop(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  private isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => {
        resolve(false);
      });
    });
  }
}
