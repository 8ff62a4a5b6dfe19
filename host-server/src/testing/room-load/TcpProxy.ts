import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { resetSocket } from '../resetSocket.ts';

/** One connection through a proxy. */
interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  /** Whether what arrives is dropped, although both sides stay open. */
  isDead: boolean;
}

/** How often what waits for its turn is forwarded, ms. */
const TICK_MS = 10;

/**
 * A TCP proxy that simulates networks: slow, held up for a while, cut, or half-open. TCP itself
 * repeats what is lost on the way, so a lossy network shows as delays and ended connections.
 */
export class TcpProxy {
  readonly port: number;
  /** Whether it refuses new connections. */
  isRefusing = false;
  /** How long everything takes in each direction, ms. */
  delayMs = 0;
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();
  private isHolding = false;

  private constructor(server: Server) {
    this.server = server;
    this.port = (server.address() as { port: number }).port;
  }

  /**
   * Starts a proxy on a free port.
   *
   * @param target the port that it forwards to, read for each connection.
   * @param options.bytesPerSecond of each connection in each direction; default: no limit.
   * @param options.localAddress where its connections to the target come from.
   */
  static async start(
    target: () => number,
    options: { readonly bytesPerSecond?: number; readonly localAddress?: string } = {},
  ): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: false }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server);
    server.on('connection', (client: Socket) => {
      proxy.accept(client, target(), options);
    });
    return proxy;
  }

  /** Resets all connections. */
  reset(): void {
    for (const { client, upstream } of this.pairs) {
      resetSocket(client);
      resetSocket(upstream);
    }
  }

  /** Leaves all connections open, but nothing gets through any more. New ones work. */
  kill(): void {
    for (const pair of this.pairs) pair.isDead = true;
  }

  /** Holds everything up, new connections included, until `release`. */
  hold(): void {
    this.isHolding = true;
    for (const { client, upstream } of this.pairs) {
      client.pause();
      upstream.pause();
    }
  }

  /** Delivers what was held up. */
  release(): void {
    this.isHolding = false;
    for (const { client, upstream } of this.pairs) {
      client.resume();
      upstream.resume();
    }
  }

  close(): void {
    this.server.close();
    for (const { client, upstream } of this.pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  private accept(
    client: Socket,
    port: number,
    { bytesPerSecond, localAddress }: { bytesPerSecond?: number; localAddress?: string },
  ): void {
    if (this.isRefusing) {
      resetSocket(client);
      return;
    }
    const upstream = connect({
      ...{ port, host: '127.0.0.1' },
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const pair: Pair = { client, upstream, isDead: false };
    this.pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay(true);
      if (bytesPerSecond === undefined) this.forward(pair, from, to);
      else forwardSlowly(from, to, bytesPerSecond);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.pairs.delete(pair);
        if (!pair.isDead) to.destroy();
      });
      if (this.isHolding) from.pause();
    }
  }

  private forward(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (pair.isDead) return;
      const send = (): void => {
        // What was under way when the network died is lost, too.
        if (pair.isDead || to.destroyed) return;
        if (to.write(bytes) || this.isHolding) return;
        from.pause();
        to.once('drain', () => {
          if (!this.isHolding) from.resume();
        });
      };
      if (this.delayMs === 0) send();
      else setTimeout(send, this.delayMs);
    });
  }
}

/** Forwards at most so many bytes a second, and reads no more than that. */
function forwardSlowly(from: Socket, to: Socket, bytesPerSecond: number): void {
  const perTick = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  let allowance = 0;
  let lastMs = performance.now();
  from.on('readable', () => undefined);
  const timer = setInterval(() => {
    const now = performance.now();
    allowance = Math.min(perTick * 5, allowance + ((now - lastMs) * bytesPerSecond) / 1000);
    lastMs = now;
    const take = Math.min(Math.floor(allowance), from.readableLength);
    if (take === 0) return;
    const bytes = from.read(take) as Buffer | null;
    if (bytes === null || to.destroyed) return;
    allowance -= bytes.length;
    to.write(bytes);
  }, TICK_MS);
  from.once('close', () => {
    clearInterval(timer);
  });
  from.once('end', () => to.end());
}
