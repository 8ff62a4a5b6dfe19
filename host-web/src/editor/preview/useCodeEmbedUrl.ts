import type { Page } from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import { useEffect, useMemo, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';

/** As many codes as one call takes. */
const MAX_CODES = 50;
/** Addresses are good for an hour; a preview that is left open asks again before that. */
const RENEW_MS = 50 * 60_000;

/** Where a code embed of a page runs; null where it does not, or not yet. */
export type CodeEmbedUrl = (blockUuid: string, code: string) => string | null;

/**
 * Where the page's own code runs in its preview: on the third origin, for the page's owner alone, as
 * the server sees to (security.md row 25). Code that it refuses is shown without its scripts.
 *
 * @param mayRun whether the person may change the page, and its code is not switched off
 */
export function useCodeEmbedUrl(page: Page, mayRun: boolean): CodeEmbedUrl | undefined {
  const { api } = useStores();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  // A text, so that the call is made when a code has changed and not when a block has moved.
  const wanted = JSON.stringify(mayRun ? codesOf(page) : []);
  const { ID: id } = page;
  useEffect(() => {
    const codes = JSON.parse(wanted) as string[];
    if (codes.length === 0) return;
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await api.call(calls.previewCodeEmbeds, {
        ...{ params: { id }, body: { codes }, signal: leaving.signal, isQuiet: true },
      });
      setUrls(new Map(codes.map((code, index) => [code, answer.urls[index] ?? ''])));
    };
    const tryIt = (): void => {
      ask().catch(() => {
        if (!leaving.signal.aborted) setUrls(new Map());
      });
    };
    tryIt();
    const again = setInterval(tryIt, RENEW_MS);
    return () => {
      clearInterval(again);
      leaving.abort();
    };
  }, [api, id, wanted]);
  return useMemo(
    () => (mayRun && urls.size > 0 ? (_uuid, code) => urls.get(code) || null : undefined),
    [mayRun, urls],
  );
}

function codesOf(page: Page): string[] {
  const codes = new Set<string>();
  for (const { type, content } of Object.values(page.things)) {
    if (type !== 'code-embed') continue;
    const { ceCode } = content as { readonly ceCode?: unknown };
    if (typeof ceCode === 'string' && ceCode.trim() !== '') codes.add(ceCode.trim());
  }
  return [...codes].slice(0, MAX_CODES);
}
