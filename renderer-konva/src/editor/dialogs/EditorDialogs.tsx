import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useFocusAfterDialog } from '../focus/useFocusAfterDialog.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { LostTextDialog } from './LostTextDialog.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import { RecoveryDialog } from './RecoveryDialog.tsx';
import { RichButtonDialog } from './RichButtonDialog.tsx';
import { summarizeChanges } from './summarizeChanges.ts';

/** The dialog that is open over the editor, if any. */
export const EditorDialogs = observer(function EditorDialogs() {
  const store = useEditorStore();
  useFocusAfterDialog(store, store.hasDialog);
  // While the next copy is looked for, the answered question goes on covering the page. Its buttons
  // do nothing, because nothing is on offer.
  const copy = store.recovery ?? store.autosave.discarding;
  if (copy)
    return (
      <RecoveryDialog
        key={copy.number}
        copy={copy}
        changes={summarizeChanges(copy, store.serverPage)}
        isShared={store.live.room !== null}
        onRecover={() => {
          store.recover();
        }}
        onDiscard={() => {
          store.discardRecovery();
        }}
      />
    );
  const lostText = store.lostTexts.current;
  if (lostText) return <LostTextDialog key={lostText.id} lostText={lostText} />;
  switch (store.dialog) {
    case 'conflict':
      return <ConflictDialog />;
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
