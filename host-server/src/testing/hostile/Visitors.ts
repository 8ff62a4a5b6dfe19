import { Agent, get } from 'node:http';
import { Latencies } from './Latencies.ts';

const TICK_MS = 5;
const TIMEOUT_MS = 30_000;
const ADDRESSES = 8;

/** Sites whose pages are visited. */
export interface VisitedSites {
  readonly port: number;
  readonly hosts: readonly string[];
  /** Each site has the pages `/` and `/page-1` to `/page-{pagesPerSite}`. */
  readonly pagesPerSite: number;
}

/** Requests pages at a steady rate, however slowly they are served. */
export class Visitors {
  /** Since the last `take`, ms from sending a request to the end of the response. */
  readonly latencies = new Latencies();
  /** Responses other than 200, by status; 0 for a lost connection. */
  readonly failures = new Map<number, number>();
  private readonly sites: VisitedSites;
  private readonly agents = Array.from({ length: ADDRESSES }, (_, index) => ({
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
    localAddress: `127.0.2.${String(index + 1)}`,
  }));
  private sent = 0;
  private maxLag = 0;

  constructor(sites: VisitedSites) {
    this.sites = sites;
  }

  /** The longest delay of a request, ms: a stall of this process, which is not counted. */
  get maxLagMs(): number {
    return this.maxLag;
  }

  /** Until the process ends. */
  start(perSecond: number): void {
    const started = performance.now();
    let last = started;
    setInterval(() => {
      const now = performance.now();
      this.maxLag = Math.max(this.maxLag, now - last - TICK_MS);
      last = now;
      while (this.sent < ((now - started) / 1000) * perSecond) this.send();
    }, TICK_MS);
  }

  private send(): void {
    const number = this.sent;
    this.sent += 1;
    this.request(number, performance.now());
  }

  private request(number: number, started: number): void {
    const { port, hosts } = this.sites;
    const index = Math.floor(number / 2);
    const host = hosts[index % hosts.length] ?? '';
    const path = this.pathOf(number, Math.floor(index / hosts.length));
    const { agent, localAddress } = this.agents[number % ADDRESSES] ?? {};
    const finish = (status: number): void => {
      this.latencies.add(performance.now() - started);
      if (status !== 200) this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
    };
    const request = get(
      {
        ...{ host: '127.0.0.1', port, path, timeout: TIMEOUT_MS },
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
      // The server closed an idle connection at the same moment: browsers send the request again.
      if (request.reusedSocket && code === 'ECONNRESET') this.request(number, started);
      else finish(0);
    });
  }

  /**
   * Every second visit goes to the first page of a site, which is in the server's memory; each of
   * the others to a page that nobody has visited yet, if there are enough.
   */
  private pathOf(number: number, ofSite: number): string {
    if (number % 2 === 0) return '/';
    return `/page-${String((ofSite % this.sites.pagesPerSite) + 1)}`;
  }
}
