import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Group,
  Layers,
  Ungroup,
} from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { commandById } from '../commands/index.ts';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './ArrangePopup.module.css';

const ORDER = [
  ['reorder-front', <ArrowUpToLine key="i" />],
  ['reorder-forward', <ArrowUp key="i" />],
  ['reorder-backward', <ArrowDown key="i" />],
  ['reorder-back', <ArrowDownToLine key="i" />],
] as const;

const ALIGN = [
  ['align-left', <AlignStartVertical key="i" />],
  ['align-center', <AlignCenterVertical key="i" />],
  ['align-right', <AlignEndVertical key="i" />],
  ['align-top', <AlignStartHorizontal key="i" />],
  ['align-middle', <AlignCenterHorizontal key="i" />],
  ['align-bottom', <AlignEndHorizontal key="i" />],
] as const;

/** Order; for several blocks also alignment, distribution and grouping; for groups ungrouping. */
export const ArrangePopup = observer(function ArrangePopup() {
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  const isMany = editor.selection.size > 1;
  const hasGroup = editor.selectedBlocks.some((block) => block.type === 'group');
  const command = (id: string, icon: ReactNode) => <CommandButton key={id} id={id} icon={icon} />;
  return (
    <Popup
      label={t('arrangePopup.arrange')}
      trigger={
        <ToolButton label={t('arrangePopup.arrange')}>
          <Layers />
        </ToolButton>
      }
    >
      <Row label={t('arrangePopup.order')}>{ORDER.map(([id, icon]) => command(id, icon))}</Row>
      {isMany ? (
        <>
          <Row label={t('arrangePopup.align')}>{ALIGN.map(([id, icon]) => command(id, icon))}</Row>
          <Row label={t('arrangePopup.distribute')}>
            <ToolButton
              label={t('arrangePopup.distributeHorizontally')}
              disabled={editor.selection.size < 3}
              onClick={() => {
                store.report(editor.distribute('horizontal'));
              }}
            >
              <AlignHorizontalDistributeCenter />
            </ToolButton>
            <ToolButton
              label={t('arrangePopup.distributeVertically')}
              disabled={editor.selection.size < 3}
              onClick={() => {
                store.report(editor.distribute('vertical'));
              }}
            >
              <AlignVerticalDistributeCenter />
            </ToolButton>
          </Row>
        </>
      ) : null}
      {isMany || hasGroup ? (
        <Row label={t('arrangePopup.group')}>
          {isMany ? command('group', <Group />) : null}
          {hasGroup ? command('ungroup', <Ungroup />) : null}
        </Row>
      ) : null}
    </Popup>
  );
});

function CommandButton({ id, icon }: { readonly id: string; readonly icon: ReactNode }) {
  const t = useT();
  const store = useEditorStore();
  const command = commandById(id);
  return (
    <ToolButton
      label={t(`command.${command.id}`)}
      keys={command.keys[0]}
      onClick={() => {
        command.run(store, { shift: false });
      }}
    >
      {icon}
    </ToolButton>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles['row']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['buttons']}>{children}</span>
    </div>
  );
}
