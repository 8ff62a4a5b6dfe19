import { CobbleError } from '@cobble/engine';
import { ArchiveProblem } from './ArchiveProblem.ts';

/** Converts the engine's error about a page to an archive problem with the page's file. */
export function pageProblemIn(path: string, error: unknown): unknown {
  if (!(error instanceof CobbleError)) return error;
  const { code, message, details } = error;
  if (code === 'page_newer_than_editor')
    return new ArchiveProblem(code, path, message, {
      version: details['version'],
      editorVersion: details['editorVersion'],
    });
  const field = details['path'];
  return new ArchiveProblem('archive_invalid_page', path, message, {
    cause: code,
    field: typeof field === 'string' ? field.slice(0, 200) : '',
  });
}
