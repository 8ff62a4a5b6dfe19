import type { Editor } from '@cobble/engine';
import { useEffect } from 'react';

declare global {
  interface Window {
    /** The page's editor, for scripts in the console and tests (docs/scripting.md). */
    cobble?: { readonly editor: Editor };
  }
}

/** Exposes the page's editor as `cobble.editor`, in every build. */
export function useConsoleEditor(editor: Editor): void {
  useEffect(() => {
    const handle = { editor };
    window.cobble = handle;
    return () => {
      if (window.cobble === handle) delete window.cobble;
    };
  }, [editor]);
}
