import type { Page } from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import type { ApiClient } from '../../api/ApiClient.ts';

/** The largest number of codes in a call. */
const MAX_CODES = 50;
/** URLs are valid for an hour; an open preview renews them before that. */
const RENEW_MS = 50 * 60_000;

/** URLs by the code they serve. */
export type CodeEmbedUrls = ReadonlyMap<string, string>;

/** The code of a page's code embeds: trimmed, no duplicates or empty strings, at most 50. */
export function codesOf(page: Pick<Page, 'things'>): readonly string[] {
  const codes = new Set<string>();
  for (const { type, content } of Object.values(page.things)) {
    if (type !== 'code-embed') continue;
    const { ceCode } = content as { readonly ceCode?: unknown };
    if (typeof ceCode === 'string' && ceCode.trim() !== '') codes.add(ceCode.trim());
  }
  return [...codes].slice(0, MAX_CODES);
}

/**
 * Requests the URLs of a page's code embeds, and again before they expire. If the server refuses or
 * does not respond, there are none [ED13].
 *
 * @param onUrls called with each result
 * @returns a function that stops the renewal and any further calls to `onUrls`
 */
export function renewCodeEmbedUrls(
  api: Pick<ApiClient, 'call'>,
  { id, codes }: { readonly id: number; readonly codes: readonly string[] },
  onUrls: (urls: CodeEmbedUrls) => void,
  { renewMs = RENEW_MS }: { readonly renewMs?: number } = {},
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const request = (): void => {
    const body = { codes: [...codes] };
    api.call(calls.previewCodeEmbeds, { params: { id }, body, signal, isQuiet: true }).then(
      ({ urls }) => {
        if (!signal.aborted) onUrls(new Map(codes.map((code, index) => [code, urls[index] ?? ''])));
      },
      () => {
        if (!signal.aborted) onUrls(new Map());
      },
    );
  };
  request();
  const timer = setInterval(request, renewMs);
  return () => {
    clearInterval(timer);
    controller.abort();
  };
}
