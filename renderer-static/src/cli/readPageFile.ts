import { CobbleError, type Kit, type Page } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { CliError, EXIT } from './CliError.ts';
import { readText } from './files.ts';

/** A page's JSON as stored, and migrated to the current version. */
export interface PageFile {
  readonly stored: Page;
  readonly page: Page;
  /** What migration changed or dropped; empty for a page of the current version. */
  readonly repairs: readonly { readonly code: string; readonly path: string }[];
}

/** Reads a page in any version from a file, or from stdin for `-`. */
export async function readPageFile(
  path: string,
  {
    kits,
    input,
  }: { readonly kits: readonly Kit[]; readonly input: AsyncIterable<Uint8Array | string> },
): Promise<PageFile> {
  const text = await readText(path, input);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    throw new CliError(EXIT.rejected, 'page_invalid_json', path, `is not valid JSON: ${message}`);
  }
  try {
    const { page, warnings } = migratePage(json, { kits });
    const repairs = warnings.map(({ code, path: field }) => ({ code, path: field }));
    return { stored: json as Page, page, repairs };
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    const field = error.details['path'];
    const where = typeof field === 'string' && field !== '' ? `${path}: ${field}` : path;
    throw new CliError(EXIT.rejected, error.code, where, error.reason);
  }
}
