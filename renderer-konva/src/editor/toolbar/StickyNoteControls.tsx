import type { BuiltinBlockOf } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { FontPopup } from './FontPopup.tsx';
import { FontSizePopup } from './FontSizePopup.tsx';
import { patchBlocks } from './patchBlocks.ts';
import { AlignButton } from './AlignButton.tsx';
import { useT } from '../messages/i18n.ts';

type StickyNote = BuiltinBlockOf<'sticky-note'>;

/** Colour, font, size and alignment of sticky notes. */
export const StickyNoteControls = observer(function StickyNoteControls({
  blocks,
}: {
  readonly blocks: readonly StickyNote[];
}) {
  const t = useT();
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  const { stickyNoteColor, stickyNoteText: text } = first.content;
  const setText = (change: Partial<StickyNote['content']['stickyNoteText']>) => {
    patchBlocks(store, blocks, (block) => ({
      content: { stickyNoteText: { ...block.content.stickyNoteText, ...change } },
    }));
  };
  return (
    <>
      <ColorPopup
        editor={store.editor}
        label={t('stickyNoteControls.noteColor')}
        value={stickyNoteColor}
        onChange={(color) => {
          patchBlocks(store, blocks, () => ({ content: { stickyNoteColor: color } }));
        }}
      />
      <FontPopup
        value={text.font ?? 'EB Garamond'}
        onChange={(font) => {
          setText({ font });
        }}
      />
      <FontSizePopup
        editor={store.editor}
        value={text.size ?? 16}
        onChange={(size) => {
          setText({ size });
        }}
      />
      <AlignButton
        value={text.align ?? 'left'}
        onChange={(align) => {
          setText({ align });
        }}
      />
    </>
  );
});
