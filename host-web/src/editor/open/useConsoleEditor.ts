import type { Editor } from '@cobble/engine';
import { useEffect } from 'react';
import type { EditorStore } from '../stores/EditorStore.ts';

declare global {
  interface Window {
    /** For scripts in the console and for tests: docs/scripting.md. */
    cobble?: { readonly editor: Editor };
  }
}

/** Makes the page on screen scriptable as `cobble.editor`, in every build. */
export function useConsoleEditor({ editor }: EditorStore): void {
  useEffect(() => {
    const handle = { editor };
    window.cobble = handle;
    return () => {
      if (window.cobble === handle) delete window.cobble;
    };
  }, [editor]);
}
