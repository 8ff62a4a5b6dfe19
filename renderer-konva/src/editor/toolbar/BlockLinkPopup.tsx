import type { Block } from '@cobble/engine';
import { Link2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import { LinkForm } from './LinkForm.tsx';
import { patchBlocks } from './patchBlocks.ts';

/** Edits the link of whole blocks. */
export const BlockLinkPopup = observer(function BlockLinkPopup({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const t = useT();
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  const { hyperlink, hyperlinkTarget } = first.properties;
  const label = hyperlink === undefined ? t('common.addLink') : t('common.updateLink');
  const set = (properties: Block['properties']) => {
    patchBlocks(store, blocks, () => ({ properties }));
  };
  return (
    <Popup
      label={label}
      trigger={
        <ToolButton label={label} pressed={hyperlink !== undefined}>
          <Link2 />
        </ToolButton>
      }
    >
      {(close) => (
        <LinkForm
          link={
            hyperlink === undefined
              ? null
              : { href: hyperlink, target: hyperlinkTarget ?? '_blank' }
          }
          onSubmit={({ href, target }) => {
            set({ hyperlink: href, hyperlinkTarget: target });
            close();
          }}
          onRemove={() => {
            set({ hyperlink: undefined, hyperlinkTarget: undefined });
            close();
          }}
        />
      )}
    </Popup>
  );
});
