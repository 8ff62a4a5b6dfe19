import { Dialog } from '../ui/dialog/Dialog.tsx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { LinkForm } from '../toolbar/LinkForm.tsx';
import { useBlockLink } from '../toolbar/useBlockLink.ts';
import { useT } from '../messages/i18n.ts';

/** The link of the selected blocks, opened from their menu. Closing it commits the link. */
export const LinkDialog = observer(function LinkDialog() {
  const t = useT();
  const store = useEditorStore();
  const blocks = store.editor.selectedBlocks;
  const { onCommit, ...form } = useBlockLink(blocks);
  const [link] = useState(form.link);
  const close = () => {
    onCommit();
    store.closeDialog();
  };
  const isGone = blocks.length === 0;
  const closeLatest = useRef(close);
  useEffect(() => {
    closeLatest.current = close;
  });
  // Someone else may have removed the blocks.
  useEffect(() => {
    if (isGone) closeLatest.current();
  }, [isGone]);
  if (isGone) return null;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={link === null ? t('common.addLink') : t('common.editLink')}
    >
      <LinkForm {...form} link={link} hasSubmit onClose={close} />
    </Dialog>
  );
});
