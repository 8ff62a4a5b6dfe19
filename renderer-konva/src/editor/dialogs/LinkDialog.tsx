import type { Block } from '@cobble/engine';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { LinkForm } from '../toolbar/LinkForm.tsx';
import { patchBlocks } from '../toolbar/patchBlocks.ts';
import { useT } from '../messages/i18n.ts';

/** The link of the selected blocks, opened from their menu. */
export const LinkDialog = observer(function LinkDialog() {
  const t = useT();
  const store = useEditorStore();
  const blocks = store.editor.selectedBlocks;
  const [first] = blocks;
  if (!first) return null;
  const { hyperlink, hyperlinkTarget } = first.properties;
  const set = (properties: Block['properties']) => {
    patchBlocks(store, blocks, () => ({ properties }));
    store.closeDialog();
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title={hyperlink === undefined ? t('common.addLink') : t('common.updateLink')}
    >
      <LinkForm
        link={
          hyperlink === undefined ? null : { href: hyperlink, target: hyperlinkTarget ?? '_blank' }
        }
        onSubmit={({ href, target }) => {
          set({ hyperlink: href, hyperlinkTarget: target });
        }}
        onRemove={() => {
          set({ hyperlink: undefined, hyperlinkTarget: undefined });
        }}
      />
    </Dialog>
  );
});
