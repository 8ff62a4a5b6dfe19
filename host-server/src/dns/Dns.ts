import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** DNS lookups. They follow aliases, as browsers do. */
export interface Dns {
  /**
   * The TXT records of a name; empty when there are none or the name does not exist.
   *
   * @throws when the lookup fails, for instance because no DNS server responds.
   */
  texts(name: string): Promise<readonly string[]>;
  /**
   * The network addresses of a name; empty when there are none or the name does not exist.
   *
   * @throws when the lookup fails, for instance because no DNS server responds.
   */
  addresses(name: string): Promise<readonly string[]>;
}

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
    const records = await emptyIfMissing(this.resolver.resolveTxt(name));
    // A text of more than 255 bytes is split into pieces.
    return records.map((pieces) => pieces.join(''));
  }

  async addresses(name: string): Promise<readonly string[]> {
    const found = await Promise.all([
      emptyIfMissing(this.resolver.resolve4(name)),
      emptyIfMissing(this.resolver.resolve6(name)),
    ]);
    return found.flat();
  }
}

async function emptyIfMissing<Value>(lookup: Promise<readonly Value[]>): Promise<readonly Value[]> {
  try {
    return await lookup;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

const zoneSchema = z.record(
  z.string(),
  z.object({ TXT: z.array(z.string()).default([]), A: z.array(z.string()).default([]) }),
);

/**
 * DNS of a local server: reads names from a JSON file, such as `{"_cobble.example.com": {"TXT":
 * ["cobble-proof=…"]}, "example.com": {"A": ["127.0.0.1"]}}`, on every lookup. Without the file
 * there are no names. `localhost` and its subdomains resolve to 127.0.0.1.
 */
export class ZoneFileDns implements Dns {
  private readonly path: string;

  /** @param path absolute. */
  constructor(path: string) {
    this.path = path;
  }

  async texts(name: string): Promise<readonly string[]> {
    return (await this.read())[name]?.TXT ?? [];
  }

  async addresses(name: string): Promise<readonly string[]> {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'];
    return (await this.read())[name]?.A ?? [];
  }

  private async read(): Promise<z.infer<typeof zoneSchema>> {
    try {
      return zoneSchema.parse(JSON.parse(await readFile(this.path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }
}
