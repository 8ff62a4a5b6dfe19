import type { Answer } from '../../app/testing/TestBrowser.ts';

const CLEAR: Readonly<Record<string, number>> = { err_unavailable: 503, err_storage_full: 507 };

/**
 * Requires that a failed publication gets a clear response.
 *
 * @throws when there was no response, or one that does not say that a retry may succeed.
 */
export function requireClearAnswer(answer: Answer | null): void {
  if (answer === null) throw new Error('The author got no answer');
  const { code } = answer.error();
  if (CLEAR[code] !== answer.status || answer.headers['retry-after'] === undefined)
    throw new Error(`The author was told ${String(answer.status)} ${answer.text}`);
}
