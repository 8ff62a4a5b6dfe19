import {
  asBuiltin,
  type Block,
  type BuiltinBlock,
  type BuiltinBlockType,
  editedBlockOf,
} from '@cobble/engine';
import { Check, Copy, Lock, LockOpen, TextCursorInput, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { isLocked } from '../commands/arrangeCommands.ts';
import { commandById } from '../commands/index.ts';
import { BarLine } from '../components/Bar.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { ArrangePopup } from './ArrangePopup.tsx';
import { BlockLinkPopup } from './BlockLinkPopup.tsx';
import { DetailsPopup } from './DetailsPopup.tsx';
import { ImageControls } from './ImageControls.tsx';
import { RichButtonControls } from './RichButtonControls.tsx';
import { ShapeControls } from './ShapeControls.tsx';
import { StickyNoteControls } from './StickyNoteControls.tsx';
import { StylePopup } from './StylePopup.tsx';
import { TextControls } from './TextControls.tsx';
import { useT } from '../messages/i18n.ts';

/** The blocks, if all are of the given type; otherwise null. */
function allOf<Type extends BuiltinBlockType>(
  type: Type,
  blocks: readonly Block[],
): readonly Extract<BuiltinBlock, { type: Type }>[] | null {
  const typed = blocks.flatMap((block) => {
    const known = asBuiltin(block);
    return known?.type === type ? [known as Extract<BuiltinBlock, { type: Type }>] : [];
  });
  return typed.length === blocks.length && typed.length > 0 ? typed : null;
}

/** The controls of the selected blocks: those of their type if they share one, and common ones. */
export const SelectionControls = observer(function SelectionControls({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const t = useT();
  const store = useEditorStore();
  const locked = isLocked(store);
  const isEditingText = editedBlockOf(store.editor.mode) !== null;
  const run = (id: string) => () => {
    commandById(id).run(store, { shift: false });
  };
  // The key keeps its element, and so the focus, when the other controls appear or disappear.
  const lock = (
    <ToolButton
      key="lock"
      label={locked ? t('common.unlock') : t('common.lock')}
      keys="Ctrl+Shift+L"
      pressed={locked}
      onClick={run('lock')}
    >
      {locked ? <Lock /> : <LockOpen />}
    </ToolButton>
  );
  // A locked block can only be unlocked.
  if (locked) return lock;
  const texts = allOf('text', blocks);
  // Several images have no controls of their own.
  const image = blocks.length === 1 ? allOf('image', blocks)?.[0] : undefined;
  const shapes = allOf('shape', blocks);
  const buttons = allOf('rich-button', blocks);
  const notes = allOf('sticky-note', blocks);
  const hasOwnControls = Boolean(texts ?? shapes ?? buttons ?? notes ?? image);
  const isText = texts?.length === 1;
  const uuids = blocks.map(({ uuid }) => uuid).join(' ');
  return (
    <>
      {isEditingText ? (
        <ToolButton
          label={t('common.done')}
          keys="Escape"
          onClick={() => store.editor.stopTextEditing()}
        >
          <Check />
        </ToolButton>
      ) : null}
      {isText && !isEditingText ? (
        <ToolButton label={t('common.editText')} keys="Enter" onClick={run('edit-text')}>
          <TextCursorInput />
        </ToolButton>
      ) : null}
      {isText || isEditingText ? <BarLine /> : null}
      {texts ? <TextControls blocks={texts} /> : null}
      {image ? <ImageControls block={image} /> : null}
      {shapes ? <ShapeControls blocks={shapes} /> : null}
      {buttons ? <RichButtonControls blocks={buttons} /> : null}
      {notes ? <StickyNoteControls blocks={notes} /> : null}
      {hasOwnControls ? <BarLine /> : null}
      {/* On touch screens, a tap selects before it closes a popup. A text stays with its block. */}
      {isEditingText ? null : <BlockLinkPopup key={uuids} blocks={blocks} />}
      <StylePopup blocks={blocks} />
      <ArrangePopup />
      {isEditingText ? null : <DetailsPopup blocks={blocks} />}
      <BarLine />
      {lock}
      <ToolButton label={t('command.duplicate')} keys="Ctrl+D" onClick={run('duplicate')}>
        <Copy />
      </ToolButton>
      <ToolButton label={t('command.delete')} keys="Delete" onClick={run('delete')}>
        <Trash2 />
      </ToolButton>
    </>
  );
});
