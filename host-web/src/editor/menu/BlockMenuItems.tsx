import { MenuItem, MenuSeparator } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useIsPhone } from '../chrome/useIsPhone.ts';
import { isLocked } from '../commands/arrangeCommands.ts';
import { commandById } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { copySelection, pasteFromClipboard } from '../keyboard/clipboardActions.ts';
import { isMac } from '../keyboard/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';

/** The items of the menu, by what is selected. */
export const BlockMenuItems = observer(function BlockMenuItems() {
  const store = useEditorStore();
  const { editor } = store;
  const isPhone = useIsPhone();
  const blocks = editor.selectedBlocks;
  const [only] = blocks;
  const item = (label: string, keys: string | undefined, onSelect: () => void) => (
    <MenuItem
      key={label}
      // Keys belong to keyboards.
      {...(keys === undefined || isPhone ? {} : { shortcut: keyLabel(parseKey(keys), isMac()) })}
      isDanger={label === 'Delete'}
      onSelect={onSelect}
    >
      {label}
    </MenuItem>
  );
  const command = (id: string, label = commandById(id).label) => {
    const { keys, run } = commandById(id);
    return item(label, keys[0], () => {
      run(store, { shift: false });
    });
  };
  const copy = item('Copy', 'Ctrl+C', () => {
    void copySelection(store, 'copy');
  });
  const paste = item('Paste', 'Ctrl+V', () => {
    void pasteFromClipboard(store);
  });
  if (!only)
    return (
      <>
        {paste}
        {command('select-all')}
      </>
    );
  // A locked block takes no change but being unlocked.
  if (isLocked(store))
    return (
      <>
        {copy}
        {paste}
        <MenuSeparator />
        {command('lock', 'Unlock')}
      </>
    );
  const isSingle = blocks.length === 1;
  const hasWords = isSingle && editor.definitionOf(only.type)?.capabilities.editsText === true;
  const isGroup = blocks.some(({ type }) => type === 'group');
  const link = only.properties.hyperlink === undefined ? 'Add link' : 'Update link';
  return (
    <>
      {hasWords ? command('edit-text', 'Edit text') : null}
      {hasWords ? <MenuSeparator /> : null}
      {item('Cut', 'Ctrl+X', () => {
        void copySelection(store, 'cut');
      })}
      {copy}
      {paste}
      {command('duplicate')}
      <MenuSeparator />
      {command('reorder-front')}
      {isPhone ? null : command('reorder-forward')}
      {isPhone ? null : command('reorder-backward')}
      {command('reorder-back')}
      <MenuSeparator />
      {isSingle ? null : command('group')}
      {isGroup ? command('ungroup') : null}
      {command('lock', 'Lock')}
      {item(link, undefined, () => {
        store.openDialog('link');
      })}
      <MenuSeparator />
      {command('delete')}
    </>
  );
});
