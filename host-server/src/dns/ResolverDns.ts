import { Resolver } from 'node:dns/promises';
import type { Dns } from './Dns.ts';

const TIMEOUT_MS = 2000;
const TRIES = 2;

/** Queries DNS servers: the given ones, or the system's. Never reads /etc/hosts. */
export class ResolverDns implements Dns {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** @param servers addresses with or without a port, e.g. `9.9.9.9` or `127.0.0.1:5353`. */
  constructor(servers: readonly string[] = []) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  async texts(name: string): Promise<readonly string[]> {
    const records = await orNone(this.resolver.resolveTxt(name));
    // A text of more than 255 bytes is split into pieces.
    return records.map((pieces) => pieces.join(''));
  }

  async addresses(name: string): Promise<readonly string[]> {
    const found = await Promise.all([
      orNone(this.resolver.resolve4(name)),
      orNone(this.resolver.resolve6(name)),
    ]);
    return found.flat();
  }
}

async function orNone<Value>(answer: Promise<readonly Value[]>): Promise<readonly Value[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
