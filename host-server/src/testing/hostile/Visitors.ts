import { Agent, get } from 'node:http';
import { Latencies } from './Latencies.ts';

const TICK_MS = 5;
const TIMEOUT_MS = 30_000;
const ADDRESSES = 8;

/** A page to visit. */
export interface PageAddress {
  readonly host: string;
  readonly path: string;
}

/** Requests pages at a steady rate, however slowly they are served. */
export class Visitors {
  /** Since the last `take`, ms from sending a request to the end of the response. */
  readonly latencies = new Latencies();
  /** Responses other than 200, by status; 0 for a lost connection. */
  readonly failures = new Map<number, number>();
  private readonly port: number;
  private readonly next: (number: number) => PageAddress;
  private readonly agents = Array.from({ length: ADDRESSES }, (_, index) => ({
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
    localAddress: `127.0.2.${String(index + 1)}`,
  }));
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private sent = 0;
  private maxLag = 0;

  /** @param next returns the page to request, by the number of the request. */
  constructor(port: number, next: (number: number) => PageAddress) {
    this.port = port;
    this.next = next;
  }

  /** The longest delay of a request, ms: a stall of this process, which is not counted. */
  get maxLagMs(): number {
    return this.maxLag;
  }

  start(perSecond: number): void {
    const started = performance.now();
    let last = started;
    this.timer = setInterval(() => {
      const now = performance.now();
      this.maxLag = Math.max(this.maxLag, now - last - TICK_MS);
      last = now;
      while (this.sent < ((now - started) / 1000) * perSecond) this.send();
    }, TICK_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    for (const { agent } of this.agents) agent.destroy();
  }

  private send(): void {
    const number = this.sent;
    this.sent += 1;
    this.request(number, performance.now());
  }

  private request(number: number, started: number): void {
    const { host, path } = this.next(number);
    const { agent, localAddress } = this.agents[number % ADDRESSES] ?? {};
    const finish = (status: number): void => {
      this.latencies.add(performance.now() - started);
      if (status !== 200) this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
    };
    const request = get(
      {
        ...{ host: '127.0.0.1', port: this.port, path, timeout: TIMEOUT_MS },
        headers: { Host: host, 'Accept-Encoding': 'gzip' },
        ...(agent && localAddress ? { agent, localAddress } : {}),
      },
      (response) => {
        response.resume();
        response.on('error', () => undefined);
        response.on('end', () => {
          finish(response.statusCode ?? 0);
        });
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (this.isStopped) return;
      // The server closed an idle connection at the same moment: browsers send the request again.
      if (request.reusedSocket && code === 'ECONNRESET') this.request(number, started);
      else finish(0);
    });
  }
}
