import type { Page } from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import type { ApiClient } from '../../api/ApiClient.ts';

/** As many codes as one call takes. */
const MAX_CODES = 50;
/** Addresses are good for an hour; a preview that is left open asks again before that. */
const RENEW_MS = 50 * 60_000;

/** Addresses by the code that is served there. */
export type CodeEmbedUrls = ReadonlyMap<string, string>;

/** The codes of a page's blocks, each once; what is empty runs nowhere. */
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
 * Asks where codes of a page are served, and again before the addresses end. Where the server does
 * not answer, or refuses, there are none.
 *
 * @param told takes each answer
 * @returns what ends it; nothing is told after that
 */
export function keepCodeEmbedUrls(
  api: Pick<ApiClient, 'call'>,
  { id, codes }: { readonly id: number; readonly codes: readonly string[] },
  told: (urls: CodeEmbedUrls) => void,
  { renewMs = RENEW_MS }: { readonly renewMs?: number } = {},
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const ask = (): void => {
    const body = { codes: [...codes] };
    api.call(calls.previewCodeEmbeds, { params: { id }, body, signal, isQuiet: true }).then(
      ({ urls }) => {
        if (!signal.aborted) told(new Map(codes.map((code, index) => [code, urls[index] ?? ''])));
      },
      () => {
        if (!signal.aborted) told(new Map());
      },
    );
  };
  ask();
  const again = setInterval(ask, renewMs);
  return () => {
    clearInterval(again);
    leaving.abort();
  };
}
