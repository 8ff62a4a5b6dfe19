import type { Editor } from '@cobble/engine';
import type { Post } from '@cobble/host-server/contract';
import { useEffect } from 'react';
import { useStores } from '../stores/useStores.ts';

/**
 * Returns a function that looks up an account's posts, for the page's channel blocks on the canvas.
 * Loads the posts when the page opens and when such a block is added or changed. Reads observables:
 * call it in an observer.
 */
export function useChannelPosts(editor: Editor): (accountId: number) => readonly Post[] {
  const { renderContext } = useStores();
  useEffect(() => {
    void renderContext.loadPosts(editor.page);
    return editor.onChange(({ added, updated }) => {
      const after = Object.entries(updated).map(([uuid, [, to]]) => [uuid, to] as const);
      void renderContext.loadPosts({ things: { ...added, ...Object.fromEntries(after) } });
    });
  }, [renderContext, editor]);
  return renderContext.postsOf;
}
