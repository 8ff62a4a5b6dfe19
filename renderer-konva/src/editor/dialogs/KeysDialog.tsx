import { Dialog } from '../ui/dialog/Dialog.tsx';
import { observer } from 'mobx-react-lite';
import { commands } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { isMac } from '../../input/isMac.ts';
import { keyLabel, parseKey, withMacModifiers } from '../keyboard/KeyBinding.ts';
import type { en } from '../messages/en.ts';
import { useT } from '../messages/i18n.ts';
import styles from './dialogs.module.css';

const GROUPS = ['tools', 'edit', 'arrange', 'view'] as const;

type Rows = readonly (readonly [name: keyof typeof en.keyRow, keys: string])[];
type GestureRows = readonly (readonly [
  name: keyof typeof en.keyRow,
  gesture: keyof typeof en.gesture,
])[];

/** Keys that the canvas itself handles. */
const BLOCK_KEYS: Rows = [
  ['nextBlock', 'Tab, Shift+Tab'],
  ['addFocused', 'Space'],
  ['enterGroup', 'Enter'],
  ['leaveGroup', 'Esc'],
  ['nextSection', '↑↓'],
  ['sectionHeight', 'Ctrl+↑↓'],
  ['moveSection', 'Alt+↑↓'],
  ['deleteSection', 'Delete'],
];

/** Keys that move, resize and rotate by smaller or larger steps than each command's first key. */
const STEP_KEYS: Rows = [
  ['moveFurther', 'Shift+←→↑↓'],
  ['resizeFurther', 'Ctrl+Shift+←→↑↓'],
  ['rotateFinely', 'Alt+<, Alt+>'],
];

/** Pointer gestures. */
const GESTURES: GestureRows = [
  ['addToSelection', 'shiftClick'],
  ['duplicate', 'altDrag'],
  ['nextOverlapping', 'altClick'],
  ['keepRatio', 'shiftResize'],
  ['fromCenter', 'altResize'],
  ['menu', 'menu'],
  ['sectionWidth', 'sectionWidth'],
  ['pan', 'spaceDrag'],
  ['zoom', 'ctrlWheel'],
];

/** The list of keyboard shortcuts. */
export const KeysDialog = observer(function KeysDialog() {
  const t = useT();
  const store = useEditorStore();
  const mac = isMac();
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title={t('command.keys')}
    >
      <div className={styles['keys']} role="group" aria-label={t('keysDialog.list')} tabIndex={0}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{t(`commandGroup.${group}`)}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <Row
                    key={command.id}
                    label={t(`command.${command.id}`)}
                    keys={command.keys.slice(0, 1).map((keys) => keyLabel(parseKey(keys), mac))}
                  />
                ))}
            </dl>
          </section>
        ))}
        <ShortcutSection title={t('keysDialog.movingBetweenBlocks')} rows={BLOCK_KEYS} />
        <ShortcutSection title={t('keysDialog.steps')} rows={STEP_KEYS} />
        <ShortcutSection
          title={t('keysDialog.pointerAndClipboard')}
          rows={[
            ['copyCutPaste', 'Ctrl+C, X, V'],
            ...GESTURES.map(([name, gesture]) => [name, t(`gesture.${gesture}`)] as const),
          ]}
        />
      </div>
    </Dialog>
  );
});

function ShortcutSection({ title, rows }: { readonly title: string; readonly rows: Rows }) {
  const t = useT();
  const mac = isMac();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([name, keys]) => (
          <Row
            key={name}
            label={t(`keyRow.${name}`)}
            keys={[mac ? withMacModifiers(keys) : keys]}
          />
        ))}
      </dl>
    </section>
  );
}

function Row({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </>
  );
}
