import { type Kit, STARTER_TIP_IMAGES } from '@cobble/engine';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { ARCHIVE } from '../archive/archiveNames.ts';
import { importFiles, type ImportedSite, importSite } from '../archive/importSite.ts';
import type { ReadSiteFile, Site } from '../archive/Site.ts';
import { CliError, EXIT } from './CliError.ts';
import { kindOf, listFolder, readBytes, readIfExists } from './files.ts';
import { readPageFile } from './readPageFile.ts';

/** The site to work on, from any kind of input. */
export interface OpenedSite {
  readonly site: Site;
  readonly read: ReadSiteFile;
  /** Files of an archive or of an unpacked one. */
  readonly files: ReadonlyMap<string, Uint8Array> | null;
}

/** Inputs for opening a site. */
export interface OpenSiteOptions {
  readonly kits: readonly Kit[];
  /** Folder of assets, for pages without an archive. */
  readonly assets?: string | undefined;
  readonly input: AsyncIterable<Uint8Array | string>;
}

/** Opens an archive, an unpacked archive, a folder of pages, or single pages. */
export async function openSite(
  sources: readonly string[],
  options: OpenSiteOptions,
): Promise<OpenedSite> {
  const [first = ''] = sources;
  if (sources.length === 1) {
    const kind = await kindOf(first);
    if (kind === 'nothing')
      throw new CliError(EXIT.files, 'file_unreadable', first, 'does not exist');
    if (kind === 'folder') return openFolder(first, options);
    if (extname(first).toLowerCase() !== '.json')
      return requireImported(first, importSite(await readBytes(first), options));
  }
  return openPages(sources, options);
}

async function openFolder(folder: string, options: OpenSiteOptions): Promise<OpenedSite> {
  const manifest = await readIfExists(join(folder, ARCHIVE.manifest));
  if (manifest !== null) {
    const files = new Map<string, Uint8Array>();
    await addFiles(files, folder, '');
    return requireImported(folder, importFiles(files, options));
  }
  const names = (await listFolder(folder)).filter(
    (entry) => entry.isFile() && extname(entry.name).toLowerCase() === '.json',
  );
  if (names.length === 0)
    throw new CliError(
      EXIT.rejected,
      'archive_not_a_site',
      folder,
      `contains neither ${ARCHIVE.manifest} nor pages (*.json)`,
    );
  return openPages(
    names.map(({ name }) => join(folder, name)),
    options,
  );
}

/** Reads the files that can belong to a site; skips hidden ones. */
async function addFiles(
  files: Map<string, Uint8Array>,
  folder: string,
  below: string,
): Promise<void> {
  for (const entry of await listFolder(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) await addFiles(files, folder, path);
    else if (entry.isFile()) files.set(path, await readBytes(join(folder, path)));
  }
}

function requireImported(
  source: string,
  imported: ReturnType<typeof importSite>,
): OpenedSite & Pick<ImportedSite, 'files'> {
  if (imported.ok) return imported.value;
  const { code, details = {} } = imported;
  const [path, field, message] = ['path', 'field', 'message'].map((name) =>
    typeof details[name] === 'string' ? details[name] : '',
  );
  const where = [source, path, field].filter(Boolean).join(': ');
  throw new CliError(EXIT.rejected, code, where, message ?? '');
}

async function openPages(
  sources: readonly string[],
  { kits, assets, input }: OpenSiteOptions,
): Promise<OpenedSite> {
  const pages = [];
  for (const source of sources) {
    const { stored } = await readPageFile(source, { kits, input });
    pages.push({ page: stored, isPublished: true });
  }
  const parent = dirname(resolve(sources[0] ?? '.'));
  const folder = assets ?? join(parent, ARCHIVE.assets);
  return {
    site: {
      pages,
      rendering: kits.length > 0 ? { kits } : {},
      url: null,
      includesHidden: false,
      origins: [],
      feed: null,
    },
    read: async (path) => {
      const name = basename(path);
      if (path !== `${ARCHIVE.assets}/${name}`) return null;
      const found = await readIfExists(join(folder, name));
      // The images of starter pages ship with the product.
      const tip = Object.hasOwn(STARTER_TIP_IMAGES, name) ? STARTER_TIP_IMAGES[name] : undefined;
      return found ?? (tip === undefined ? null : Buffer.from(tip));
    },
    files: null,
  };
}
