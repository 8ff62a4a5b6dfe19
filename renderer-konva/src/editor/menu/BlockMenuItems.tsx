import { MenuItem, MenuSeparator } from '../ui/menu/Menu.tsx';
import { observer } from 'mobx-react-lite';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { isLocked } from '../commands/arrangeCommands.ts';
import type { CommandId } from '../commands/Command.ts';
import { commandById } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { copySelection, pasteFromClipboard } from '../keyboard/clipboardActions.ts';
import { isMac } from '../../input/isMac.ts';
import { useT } from '../messages/i18n.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';

/** The menu's items for the current selection. */
export const BlockMenuItems = observer(function BlockMenuItems() {
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  const isPhone = useIsPhone();
  const blocks = editor.selectedBlocks;
  const [only] = blocks;
  const item = (
    label: string,
    keys: string | undefined,
    onSelect: () => void,
    isDanger = false,
  ) => (
    <MenuItem
      key={label}
      // Keys are not shown to users without a keyboard.
      {...(keys === undefined || isPhone ? {} : { shortcut: keyLabel(parseKey(keys), isMac()) })}
      isDanger={isDanger}
      onSelect={onSelect}
    >
      {label}
    </MenuItem>
  );
  const command = (id: CommandId, label = t(`command.${id}`)) => {
    const { keys, run } = commandById(id);
    const select = () => {
      run(store, { shift: false });
    };
    return item(label, keys[0], select, id === 'delete');
  };
  const copy = item(t('blockMenu.copy'), 'Ctrl+C', () => {
    void copySelection(store, 'copy');
  });
  const paste = item(t('blockMenu.paste'), 'Ctrl+V', () => {
    void pasteFromClipboard(store);
  });
  if (!only)
    return (
      <>
        {paste}
        {command('select-all')}
      </>
    );
  // A locked block can only be copied or unlocked.
  if (isLocked(store))
    return (
      <>
        {copy}
        {paste}
        <MenuSeparator />
        {command('lock', t('common.unlock'))}
      </>
    );
  const isSingle = blocks.length === 1;
  const editsText = isSingle && editor.definitionOf(only)?.capabilities.editsText === true;
  const isGroup = blocks.some(({ type }) => type === 'group');
  const link = only.properties.hyperlink === undefined ? t('common.addLink') : t('common.editLink');
  return (
    <>
      {editsText ? command('edit-text', t('common.editText')) : null}
      {editsText ? <MenuSeparator /> : null}
      {item(t('blockMenu.cut'), 'Ctrl+X', () => {
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
      {command('lock', t('common.lock'))}
      {item(link, undefined, () => {
        store.openDialog('link');
      })}
      <MenuSeparator />
      {command('delete')}
    </>
  );
});
