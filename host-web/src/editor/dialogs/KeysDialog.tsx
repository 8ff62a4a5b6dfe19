import { Dialog } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { commands } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { isMac } from '../keyboard/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import styles from './dialogs.module.css';

const GROUPS = ['Tools', 'Edit', 'Arrange', 'View'] as const;

type Rows = readonly (readonly [label: string, keys: string])[];

/** What the canvas does by keys, which are no commands of ours. */
const WALKING: Rows = [
  ['Next block, block before', 'Tab, Shift+Tab'],
  ['Keep it selected, and walk on', 'Space'],
  ['Into a group', 'Enter'],
  ['Out of a group; to its section', 'Esc'],
  ['Section: next one', '↑↓'],
  ['Section: height', 'Ctrl+↑↓'],
  ['Section: place', 'Alt+↑↓'],
  ['Section: delete', 'Delete'],
];

/** What the pointer and the clipboard do. */
const GESTURES: Rows = [
  ['Copy, cut, paste', 'Ctrl+C, X, V'],
  ['Add to selection', 'Shift+click'],
  ['Duplicate', 'Alt+drag'],
  ['Overlapping blocks', 'Alt+click'],
  ['Keep the ratio', 'Shift+resize'],
  ['From the centre', 'Alt+resize'],
  ['Menu', 'right click, long press'],
  ['Section width', 'drag its side'],
  ['Pan', 'Space+drag'],
  ['Zoom', 'Ctrl+wheel'],
];

/** Every key that works. */
export const KeysDialog = observer(function KeysDialog() {
  const store = useEditorStore();
  const mac = isMac();
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title="Keys"
    >
      <div className={styles['keys']} role="group" aria-label="List of keys" tabIndex={0}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <Row
                    key={command.id}
                    label={command.label}
                    keys={command.keys.slice(0, 1).map((keys) => keyLabel(parseKey(keys), mac))}
                  />
                ))}
            </dl>
          </section>
        ))}
        <Listed title="From block to block" rows={WALKING} />
        <Listed title="Pointer and clipboard" rows={GESTURES} />
      </div>
    </Dialog>
  );
});

function Listed({ title, rows }: { readonly title: string; readonly rows: Rows }) {
  const mac = isMac();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <Row key={label} label={label} keys={[mac ? keys.replace('Ctrl', '⌘') : keys]} />
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
