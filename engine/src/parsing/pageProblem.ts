import type { z } from 'zod';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { isRecord } from '../model/json.ts';

/** Why a page is invalid. The contract of host-server lists the HTTP status of each code. */
export type PageProblemCode =
  | 'page_invalid_thing'
  | 'page_invalid_hyperlink'
  | 'page_invalid_asset_url'
  | 'page_invalid_position'
  | 'page_invalid_style'
  | 'page_invalid_title'
  | 'page_invalid_description'
  | 'page_invalid_slug'
  | 'page_unsupported_settings'
  | 'err_bad_request';

const SPECIFIC = new Set<string>([
  'page_invalid_hyperlink',
  'page_invalid_asset_url',
  'page_invalid_slug',
]);

/** The code for an invalid field, by its path from the page's root. */
export function codeOfPath(path: readonly PropertyKey[]): PageProblemCode {
  const [first, second, third] = path;
  if (first === 'things') {
    if (third === 'position') return 'page_invalid_position';
    return third === 'styles' ? 'page_invalid_style' : 'page_invalid_thing';
  }
  if (first === 'slug') return 'page_invalid_slug';
  if (first === 'style') return 'page_invalid_style';
  if (first !== 'settings') return 'err_bad_request';
  if (second === 'title') return 'page_invalid_title';
  return second === 'description' ? 'page_invalid_description' : 'page_unsupported_settings';
}

/**
 * The error for an invalid field: `details.path` is the dotted path, which also begins the message,
 * because a browser shows only the message of an uncaught error.
 */
export function pageProblem(
  path: readonly PropertyKey[],
  reason: string,
  options: { code?: PageProblemCode; cause?: unknown } = {},
): CobbleError {
  const dotted = path.map(String).join('.').slice(0, 400);
  const message = dotted === '' ? reason : `${dotted}: ${reason}`;
  return new CobbleError(options.code ?? codeOfPath(path), message, {
    details: { path: dotted },
    ...(options.cause === undefined ? {} : { cause: options.cause }),
  });
}

/** The error for a value that cannot be a page because it is not an object. */
export function notAPage(value: unknown): CobbleError {
  const isText = typeof value === 'string';
  return pageProblem([], isText ? 'must be a page: pass the parsed JSON' : 'must be a page');
}

/**
 * The end of a message about a page that another version saved: its format is the likely cause, and
 * `migratePage` reads it.
 *
 * @returns '' for a page of the current version
 */
export function migrationHint(settings: unknown): string {
  const isCurrent = isRecord(settings) && settings.editorVersion === EDITOR_VERSION;
  return isCurrent ? '' : '; call migratePage first for a page of an older editor';
}

/**
 * The error for the first issue that a schema reported below `prefix`, with its cause if known.
 *
 * @param hint ends the message, except for invalid links, asset URLs and slugs
 */
export function problemOfIssues(
  { issues, cause }: { readonly issues: readonly z.core.$ZodIssue[]; readonly cause?: unknown },
  prefix: readonly PropertyKey[],
  hint = '',
): CobbleError {
  const issue = issues[0];
  if (!issue) return pageProblem(prefix, 'is invalid');
  const path = [...prefix, ...issue.path];
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  if (typeof code === 'string' && SPECIFIC.has(code))
    return pageProblem(path, issue.message, { code: code as PageProblemCode });
  // Rich text is validated by ProseMirror's schema, which does not use these codes.
  if (issue.code === 'custom' && issue.message.endsWith('invalid href'))
    return pageProblem(path, issue.message, { code: 'page_invalid_hyperlink' });
  return pageProblem(path, issue.message + hint, { cause });
}
