import type { Page } from '@cobble/engine';
import { useEffect, useMemo, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { codesOf, type CodeEmbedUrls, keepCodeEmbedUrls } from './keepCodeEmbedUrls.ts';

/** Where a code embed of a page runs; null where it does not, or not yet. */
export type CodeEmbedUrl = (blockUuid: string, code: string) => string | null;

/**
 * Where the page's own code runs in its preview: on the third origin, for the page's owner alone,
 * as the server sees to [CE6]. Code that it refuses is shown without its scripts.
 *
 * @param mayRun whether the person may change the page, and its code is not switched off
 */
export function useCodeEmbedUrl(page: Page, mayRun: boolean): CodeEmbedUrl | undefined {
  const { api } = useStores();
  const [urls, setUrls] = useState<CodeEmbedUrls>(new Map());
  // A text, so that the call is made when a code has changed and not when a block has moved.
  const wanted = JSON.stringify(mayRun ? codesOf(page) : []);
  const { ID: id } = page;
  useEffect(() => {
    const codes = JSON.parse(wanted) as string[];
    return codes.length === 0 ? undefined : keepCodeEmbedUrls(api, { id, codes }, setUrls);
  }, [api, id, wanted]);
  return useMemo(
    () => (mayRun && urls.size > 0 ? (_uuid, code) => urls.get(code) || null : undefined),
    [mayRun, urls],
  );
}
