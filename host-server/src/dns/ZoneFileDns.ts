import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Dns } from './Dns.ts';

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
