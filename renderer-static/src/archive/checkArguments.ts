import { inputError } from '@cobble/engine';
import { checkRenderOptions } from '../checkRenderOptions.ts';
import { field } from '../page/readFields.ts';
import type { Site } from './Site.ts';

/**
 * Checks the arguments of `exportSite`, which a script may get wrong: that the site has all its
 * fields, and that each page has a slug. The pages are checked where they are rendered.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkExport(
  site: Site,
  options: {
    readonly read?: unknown;
    readonly onWarning?: unknown;
    readonly onProgress?: unknown;
  },
): void {
  requireObject('site', site);
  requireList('site.pages', site.pages);
  for (const [index, each] of site.pages.entries()) {
    const path = `site.pages.${String(index)}`;
    requireObject(path, each);
    requireObject(`${path}.page`, each.page);
    if (typeof field(each.page, 'slug') !== 'string')
      throw inputError(`${path}.page.slug`, 'must be a string');
  }
  checkRenderOptions(site.rendering, 'site.rendering');
  const { includesHidden, feed }: { includesHidden: unknown; feed: unknown } = site;
  if (typeof includesHidden !== 'boolean')
    throw inputError('site.includesHidden', 'must be a boolean');
  requireList('site.origins', site.origins);
  if (!site.origins.every((each: unknown) => typeof each === 'string'))
    throw inputError('site.origins', 'must be a list of strings');
  if (feed !== null && typeof feed !== 'string')
    throw inputError('site.feed', 'must be a string or null');
  requireObject('options', options);
  for (const name of ['read', 'onWarning', 'onProgress'] as const) {
    const value = options[name];
    if (typeof value !== 'function' && (value !== undefined || name === 'read'))
      throw inputError(`options.${name}`, 'must be a function');
  }
}

/**
 * Checks the first argument of `importSite`. Invalid bytes are refused later and do not throw.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkArchive(archive: Uint8Array): void {
  // An array from another realm (an iframe, a vm) is not an instance of this realm's class.
  if (Object.prototype.toString.call(archive) !== '[object Uint8Array]')
    throw inputError('archive', 'must be a Uint8Array');
}

/**
 * Checks the first argument of `importFiles`.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkFiles(files: ReadonlyMap<string, Uint8Array>): void {
  requireObject('files', files);
  for (const method of ['get', 'has'] as const)
    if (typeof (files[method] as unknown) !== 'function')
      throw inputError('files', 'must be a Map of bytes by path');
}

/**
 * Checks the options of an import, except its kits: `readKits` has more specific errors.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkImportOptions(options: { readonly limits?: unknown }): void {
  requireObject('options', options);
  if (options.limits !== undefined) requireObject('options.limits', options.limits);
}

function requireObject(path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw inputError(path, 'must be an object');
}

function requireList(path: string, value: unknown): void {
  if (!Array.isArray(value)) throw inputError(path, 'must be a list');
}
