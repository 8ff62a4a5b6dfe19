import { inputError, type Kit } from '@cobble/engine';
import { useEffect } from 'react';
import { useEditorStore } from './EditorStoreContext.ts';
import type { EditorSession } from './stores/EditorSession.ts';

/**
 * Returns the editor that a component is in, for children of `<CobbleEditor/>`. Read its observable
 * values in an observer of mobx-react-lite.
 *
 * The compiler does not know the kits of the editor: name them to add their blocks, as in
 * `useCobbleEditor<typeof bellKit>()`, or `Kit` for any. That is not checked at run time.
 *
 * @throws outside of `<CobbleEditor/>`
 */
export function useCobbleEditor<Kits extends Kit = never>(): EditorSession<Kits> {
  const session: EditorSession<Kit> = useEditorStore();
  // The caller names the kits.
  return session as EditorSession<Kits>;
}

/**
 * Tells the editor that the host has a modal dialog open over it: keys and dropped files do nothing
 * on the page until it is closed. The canvas then gets the focus, unless another element has it, such
 * as the button that opened the dialog. Components that use it independently may each have one open.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless given true or false
 */
export function useHostDialog(isOpen: boolean): void {
  if (typeof (isOpen as unknown) !== 'boolean') throw inputError('isOpen', 'must be true or false');
  const store = useEditorStore();
  useEffect(() => {
    if (!isOpen) return undefined;
    store.openHostDialog();
    return () => {
      store.closeHostDialog();
    };
  }, [store, isOpen]);
}
