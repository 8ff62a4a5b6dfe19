import type { Kit } from '@cobble/engine';
import { dirname, extname, resolve } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ARCHIVE } from '../archive/archiveNames.ts';
import { exportSite } from '../archive/exportSite.ts';
import type { ReadSiteFile } from '../archive/Site.ts';
import type { ArchiveFile } from '../archive/zip/zipFormat.ts';
import { webAddress } from '../document/headHtml.ts';
import { renderPage } from '../renderPage.ts';
import { CliError, EXIT } from './CliError.ts';
import { fileError, kindOf, listFolder, writeArchive, writeFolder } from './files.ts';
import { makeFindFont } from './findFontFile.ts';
import type { CommandName } from './help.ts';
import { openSite, type OpenedSite } from './openSite.ts';
import { type Arguments, requirePositionals } from './readArguments.ts';
import { readPageFile } from './readPageFile.ts';
import type { Streams, Terminal } from './Terminal.ts';

/** What a command receives. */
export interface CommandContext {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly streams: Streams;
  readonly cwd: string;
}

/** Commands by name; each returns the exit code. */
export const COMMANDS: Readonly<Record<CommandName, (context: CommandContext) => Promise<number>>> =
  { render, export: exportCommand, import: importCommand, check };

async function render({ args, terminal, streams }: CommandContext): Promise<number> {
  requirePositionals(args, 'render', { min: 1, max: 1, what: 'page' });
  const [path = ''] = args.positionals;
  const output = args.value('output');
  if (output === undefined && args.flags.has('json'))
    throw new CliError(
      EXIT.usage,
      'usage',
      '--json',
      'needs -o, because the page is written to stdout',
    );
  const [url, assetBaseUrl, fontBaseUrl] = ['url', 'asset-base', 'font-base'].map(args.value);
  if (url !== undefined && webAddress(url) === null)
    throw new CliError(EXIT.usage, 'usage', `--url ${url}`, 'must be an absolute http(s) URL');
  const kits = await readKitModules(args);
  const { page, repairs } = await readPageFile(path, { kits, input: streams.in });
  for (const { code, path: field } of repairs)
    terminal.warn({ code, path: `${path}: ${field}`, message: 'was changed in migration' });
  const { html, warnings, weight } = renderPage(page, {
    kits,
    safeMode: args.flags.has('safe-mode'),
    policyInHead: args.flags.has('policy-in-head'),
    ...(url === undefined ? {} : { url }),
    ...(assetBaseUrl === undefined ? {} : { assetBaseUrl }),
    ...(fontBaseUrl === undefined ? {} : { fontBaseUrl }),
  });
  for (const { code, uuid } of warnings)
    terminal.warn({
      code,
      path,
      message: 'is not rendered as intended',
      ...(uuid === undefined ? {} : { uuid }),
    });
  if (output === undefined) {
    streams.out.write(html);
    return EXIT.done;
  }
  try {
    await mkdir(dirname(resolve(output)), { recursive: true });
    await writeFile(output, html);
  } catch (error) {
    throw fileError(output, error);
  }
  terminal.done(`${output}: ${sizeOf(weight.html)}`, { output, bytes: weight.html });
  return EXIT.done;
}

async function exportCommand(context: CommandContext): Promise<number> {
  const { args, terminal, streams, cwd } = context;
  requirePositionals(args, 'export', { min: 1, max: Infinity, what: 'a site to export' });
  const output = await requireOutput(args, 'export');
  const kits = await readKitModules(args);
  const opened = await openSite(args.positionals, {
    kits,
    input: streams.in,
    assets: args.value('assets'),
  });
  const { site } = opened;
  const name = args.value('name');
  const exported = {
    ...site,
    url: args.value('url') ?? site.url,
    includesHidden: site.includesHidden || args.flags.has('all'),
    origins: [...new Set([...site.origins, ...args.values('origin').map(originOf)])],
    rendering: {
      ...site.rendering,
      site: { ...site.rendering.site, ...(name === undefined ? {} : { name }) },
    },
  };
  const files = exportSite(exported, {
    read: withFonts(opened, args.value('fonts'), cwd),
    onWarning: terminal.warn,
    onProgress: terminal.progress,
  });
  await write(context, output, files, site.pages.length);
  return EXIT.done;
}

async function importCommand(context: CommandContext): Promise<number> {
  const { args, terminal, streams, cwd } = context;
  requirePositionals(args, 'import', { min: 1, max: 1, what: 'archive' });
  const output = await requireOutput(args, 'import');
  if (isZip(output)) throw new CliError(EXIT.usage, 'usage', output, 'must be a folder');
  const kits = await readKitModules(args);
  const opened = await openSite(args.positionals, { kits, input: streams.in });
  const files = exportSite(opened.site, {
    read: withFonts(opened, args.value('fonts'), cwd),
    onWarning: terminal.warn,
    onProgress: terminal.progress,
  });
  await write(context, output, files, opened.site.pages.length);
  return EXIT.done;
}

async function check({ args, terminal, streams, cwd }: CommandContext): Promise<number> {
  requirePositionals(args, 'check', { min: 1, max: Infinity, what: 'something to check' });
  const kits = await readKitModules(args);
  let pages = 0;
  for (const source of args.positionals) {
    const opened = await openSite([source], { kits, input: streams.in });
    pages += opened.site.pages.length;
    const remaining = new Map(opened.files ?? []);
    for await (const { path, bytes } of exportSite(opened.site, {
      read: withFonts(opened, undefined, cwd),
      onWarning: terminal.warn,
      onProgress: terminal.progress,
    })) {
      const existing = remaining.get(path);
      remaining.delete(path);
      if (opened.files === null || path === ARCHIVE.manifest) continue;
      if (existing === undefined || Buffer.compare(existing, bytes) !== 0)
        terminal.warn({
          code: existing === undefined ? 'file_missing' : 'file_differs',
          path,
          message: existing === undefined ? 'is missing' : 'differs from what its page renders to',
        });
    }
    for (const path of remaining.keys())
      if (path !== ARCHIVE.manifest)
        terminal.warn({ code: 'file_unknown', path, message: 'does not belong to the site' });
  }
  const count = terminal.warnings.length;
  const summary = `${pluralize(pages, 'page')}, ${count === 0 ? 'no problems' : pluralize(count, 'warning')}`;
  terminal.done(summary, { pages });
  return count > 0 && args.flags.has('strict') ? EXIT.rejected : EXIT.done;
}

async function write(
  { args, terminal }: CommandContext,
  output: string,
  files: AsyncIterable<ArchiveFile>,
  pages: number,
): Promise<void> {
  await requireFree(output, args.flags.has('force'));
  const written = isZip(output)
    ? await writeArchive(output, files)
    : await writeFolder(output, files);
  const warned =
    terminal.warnings.length > 0 ? `, ${pluralize(terminal.warnings.length, 'warning')}` : '';
  terminal.done(
    `${output}: ${pluralize(pages, 'page')}, ${pluralize(written.files, 'file')}, ${sizeOf(written.bytes)}${warned}`,
    { output, pages, ...written },
  );
}

function withFonts(opened: OpenedSite, folder: string | undefined, cwd: string): ReadSiteFile {
  const findFont = makeFindFont(folder, cwd);
  const prefix = `${ARCHIVE.fonts}/`;
  return async (path) => {
    const existing = await opened.read(path);
    if (existing !== null || !path.startsWith(prefix)) return existing;
    return findFont(path.slice(prefix.length));
  };
}

async function readKitModules(args: Arguments): Promise<readonly Kit[]> {
  const kits: unknown[] = [];
  for (const path of args.values('kit')) {
    try {
      const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
      kits.push(...[module.default].flat());
    } catch (error) {
      throw new CliError(
        EXIT.files,
        'kit_unreadable',
        path,
        `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return kits as Kit[];
}

function requireOutput(args: Arguments, command: CommandName): Promise<string> {
  const output = args.value('output');
  if (output === undefined || output === '')
    throw new CliError(EXIT.usage, 'usage', command, 'needs -o <path>');
  return Promise.resolve(output);
}

async function requireFree(output: string, mayReplace: boolean): Promise<void> {
  const kind = await kindOf(output);
  if (kind === 'nothing') return;
  if (isZip(output) && kind === 'folder')
    throw new CliError(EXIT.files, 'output_taken', output, 'is a folder');
  if (!isZip(output) && kind === 'file')
    throw new CliError(EXIT.files, 'output_taken', output, 'is a file');
  const isTaken = kind === 'file' || (await listFolder(output)).length > 0;
  if (isTaken && !mayReplace)
    throw new CliError(
      EXIT.files,
      'output_taken',
      output,
      kind === 'file'
        ? 'already exists (--force replaces it)'
        : 'is not empty (--force writes into it)',
    );
}

function originOf(origin: string): string {
  try {
    const url = new URL(origin);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url.origin;
  } catch {
    // Not a URL: rejected below.
  }
  throw new CliError(
    EXIT.usage,
    'usage',
    `--origin ${origin}`,
    'must be an origin such as https://ada.example',
  );
}

const isZip = (path: string): boolean => extname(path).toLowerCase() === '.zip';

const pluralize = (count: number, what: string): string =>
  `${String(count)} ${what}${count === 1 ? '' : 's'}`;

function sizeOf(bytes: number): string {
  if (bytes < 1000) return pluralize(bytes, 'byte');
  return bytes < 1_000_000
    ? `${String(Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
