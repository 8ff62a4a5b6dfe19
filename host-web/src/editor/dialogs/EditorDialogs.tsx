import type { Page } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useFocusAfterDialog } from '../focus/useFocusAfterDialog.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FirstPublishDialog, WelcomeDialog } from './FirstSteps.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import { RecoveryDialog } from './RecoveryDialog.tsx';
import { RichButtonDialog } from './RichButtonDialog.tsx';

/** The one dialog that lies over the editor, if any. */
export const EditorDialogs = observer(function EditorDialogs(props: {
  readonly recovery: { readonly page: Page; readonly updatedAtMs: number } | null;
}) {
  const store = useEditorStore();
  const [recovery, setRecovery] = useState(props.recovery);
  useFocusAfterDialog(store.editor, recovery !== null || store.dialog !== null);
  if (recovery)
    return (
      <RecoveryDialog
        updatedAtMs={recovery.updatedAtMs}
        onRecover={() => {
          store.recover(recovery.page);
          setRecovery(null);
        }}
        onDiscard={() => {
          store.discard();
          setRecovery(null);
        }}
      />
    );
  switch (store.dialog) {
    case 'conflict':
      return <ConflictDialog />;
    case 'welcome':
      return <WelcomeDialog />;
    case 'first-publish':
      return <FirstPublishDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'palette':
      return <PaletteDialog />;
    case 'link':
      return <LinkDialog />;
    case 'rich-button':
      return <RichButtonDialog />;
    case null:
      return null;
  }
});
