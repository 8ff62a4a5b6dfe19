import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFont, fontFaces, FONTS } from '@cobble/engine/fonts';
import { create } from 'tar';
import type { FontPackage } from '../fontPackages.ts';

const VERSION = '5.3.0';
const require = createRequire(import.meta.url);

/** How a package in the registry is broken. Default: not at all. */
export type PackageFault =
  /** Its bytes differ from the pinned ones; the registry reports the integrity of the new bytes. */
  | 'replaced'
  /** The connection breaks halfway through the tarball. */
  | 'cut'
  /** A file of the family is missing. */
  | 'incomplete'
  /** A file of the family is a link to another file on this machine. */
  | 'link'
  /** The registry does not have it. */
  | 'unknown';

/** A registry on this machine that speaks npm's protocol. */
export interface Registry {
  /** npm's environment with this registry, its own cache and no retries. */
  readonly env: NodeJS.ProcessEnv;
  /** The pins of its intact packages. */
  readonly packages: Readonly<Record<string, FontPackage>>;
  /** Faults by family id. Tests change them. */
  readonly faults: Map<string, PackageFault>;
  /** The family ids of the requested tarballs, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** Starts a registry with packages of some families, made from real font files. */
export async function startRegistry(families: readonly string[]): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'cobble-registry-'));
  const whole = new Map<string, Buffer>();
  const packages: Record<string, FontPackage> = {};
  for (const family of families) {
    const id = findFont(family)?.id ?? '';
    const tarball = await makeTarball(folder, id, null);
    whole.set(id, tarball);
    packages[id] = [VERSION, sha512(tarball)];
  }
  const faults = new Map<string, PackageFault>();
  const requests: string[] = [];

  const tarballOf = async (id: string): Promise<Buffer> => {
    const fault = faults.get(id) ?? null;
    return fault === null || fault === 'cut' || fault === 'unknown'
      ? (whole.get(id) ?? Buffer.alloc(0))
      : makeTarball(folder, id, fault);
  };
  const server = createServer((request, response) => {
    void (async () => {
      const path = decodeURIComponent(request.url ?? '');
      const [, id = '', isTarball] = /^\/@fontsource\/([a-z0-9-]+)(\/-\/.*)?$/.exec(path) ?? [];
      if (!whole.has(id) || faults.get(id) === 'unknown') {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      const tarball = await tarballOf(id);
      if (isTarball === undefined) {
        const name = `@fontsource/${id}`;
        const address = `http://${request.headers.host ?? ''}/${name}/-/${id}-${VERSION}.tgz`;
        const dist = { tarball: address, integrity: sha512(tarball) };
        const versions = { [VERSION]: { name, version: VERSION, dist } };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ name, 'dist-tags': { latest: VERSION }, versions }));
        return;
      }
      requests.push(id);
      response.writeHead(200, { 'content-length': tarball.length });
      if (faults.get(id) !== 'cut') response.end(tarball);
      else
        response.write(tarball.subarray(0, tarball.length / 2), () => {
          response.destroy();
        });
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${String(port)}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    },
    packages,
    faults,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const sha512 = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** A package in the format of @fontsource, with the glyphs of a bundled family. */
async function makeTarball(
  folder: string,
  id: string,
  fault: PackageFault | null,
): Promise<Buffer> {
  const root = await mkdtemp(join(folder, `${id}-`));
  const files = join(root, 'package', 'files');
  await mkdir(files, { recursive: true });
  await writeFile(
    join(root, 'package', 'package.json'),
    JSON.stringify({ name: `@fontsource/${id}`, version: VERSION }),
  );
  const source = join(dirname(require.resolve('@fontsource/lobster/package.json')), 'files');
  const font = FONTS.find((each) => each.id === id);
  for (const [index, { fileName, subset }] of (font ? fontFaces(font) : []).entries()) {
    const bytes = await readFile(join(source, `lobster-${subset}-400-normal.woff2`));
    const path = join(files, fileName);
    if (index === 0 && fault === 'incomplete') continue;
    if (index === 0 && fault === 'link') await symlink('/etc/hostname', path);
    else await writeFile(path, fault === 'replaced' ? bytes.subarray(0, -1) : bytes);
    // A file that no page uses, which must not be installed.
    await writeFile(path.replace(/400|700/, '900'), bytes);
  }
  const file = join(root, 'package.tgz');
  await create({ gzip: true, portable: true, mtime: new Date(0), cwd: root, file }, ['package']);
  return readFile(file);
}
