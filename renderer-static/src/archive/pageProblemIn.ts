import { CobbleError } from '@cobble/engine';
import { ArchiveProblem } from './ArchiveProblem.ts';

/**
 * Converts the engine's error about a page to an archive problem with the page's file. Returns
 * other errors as they are, among them `kit_invalid`, which is about the host's kits.
 */
export function pageProblemIn(path: string, error: unknown): unknown {
  if (!(error instanceof CobbleError) || error.code === 'kit_invalid') return error;
  const { code, reason, details } = error;
  if (code === 'page_newer_than_editor')
    return new ArchiveProblem(code, path, reason, {
      version: details['version'],
      editorVersion: details['editorVersion'],
    });
  const field = details['path'];
  return new ArchiveProblem('archive_invalid_page', path, reason, {
    cause: code,
    field: typeof field === 'string' ? field.slice(0, 200) : '',
  });
}
