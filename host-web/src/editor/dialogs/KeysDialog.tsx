import { observer } from 'mobx-react-lite';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { commands } from '../commands/index.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { isMac } from '../keyboard/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import styles from './dialogs.module.css';

const GROUPS = ['Tools', 'Edit', 'Arrange', 'View'] as const;

/** What the pointer, the clipboard and the canvas do, which are no commands of ours. */
const GESTURES: readonly (readonly [label: string, keys: string])[] = [
  ['Copy, cut, paste', 'Ctrl+C, X, V'],
  ['Next block', 'Tab'],
  ['Select several by keys', 'Space, Tab'],
  ['Out of a group; to its section', 'Esc'],
  ['Section: height, place', 'Ctrl+↑↓, Alt+↑↓'],
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
        <section>
          <h3>Pointer and clipboard</h3>
          <dl>
            {GESTURES.map(([label, keys]) => (
              <Row key={label} label={label} keys={[mac ? keys.replace('Ctrl', '⌘') : keys]} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
});

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
