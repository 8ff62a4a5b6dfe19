import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { EditorStore } from '../stores/EditorStore.ts';

const started = new WeakSet<EditorStore>();

/**
 * `?first_page`: the page is published by itself this one time and the person is welcomed; the
 * query goes, so that a reload does not publish again.
 *
 * @param mayPublish false while a local copy waits to be recovered
 */
export function useFirstPage(store: EditorStore, mayPublish: boolean): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isFirst = query.has('first_page') && store.editor.permissions.canPublish;
  useEffect(() => {
    if (!isFirst || started.has(store)) return;
    started.add(store);
    const begin = async () => {
      if (mayPublish) {
        const outcome = await store.publishing.publish();
        store.welcome(outcome === 'published');
      }
      await navigate({ search: '' }, { replace: true });
    };
    void begin();
  }, [isFirst, mayPublish, store, navigate]);
}
