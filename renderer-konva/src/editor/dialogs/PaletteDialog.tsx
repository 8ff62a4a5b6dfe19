import { Dialog } from '../ui/dialog/Dialog.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Command, commands } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { isMac } from '../../input/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { findCommands } from './findCommands.ts';
import { useT } from '../messages/i18n.ts';
import styles from './PaletteDialog.module.css';

/** The command palette: finds commands by the beginnings of words and shows their keys [ED4]. */
export const PaletteDialog = observer(function PaletteDialog() {
  const t = useT();
  const store = useEditorStore();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const found = findCommands(
    t,
    commands.filter((command) => canRun(command, store)),
    typed,
  );
  const at = Math.min(active, found.length - 1);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    store.closeDialog();
    // After the dialog has returned the focus, so that whatever the command opens can receive it.
    setTimeout(() => {
      command.run(store, { shift: false });
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0)
      setActive((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title={t('command.palette')}
      isNearTop
    >
      <TextField
        label={t('paletteDialog.command')}
        hidesLabel
        value={typed}
        placeholder={t('paletteDialog.placeholder')}
        onValue={(text) => {
          setTyped(text);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        {...(at >= 0 ? { 'aria-activedescendant': `${id}-${String(at)}` } : {})}
      />
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('paletteDialog.commands')}
        className={styles['list']}
      >
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => {
              setActive(index);
            }}
            onClick={() => {
              run(command);
            }}
          >
            {t(`command.${command.id}`)}
            {command.keys.slice(0, 1).map((keys) => (
              <kbd key={keys}>{keyLabel(parseKey(keys), isMac())}</kbd>
            ))}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles['none']}>{t('paletteDialog.empty')}</p> : null}
    </Dialog>
  );
});

function canRun(command: Command, store: EditorStore): boolean {
  if (command.id === 'palette' || (!store.isEditing && !command.inPreview)) return false;
  return command.isAvailable?.(store) !== false;
}
