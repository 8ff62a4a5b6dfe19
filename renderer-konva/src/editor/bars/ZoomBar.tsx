import { CircleHelp, Minus, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Bar, BarLine } from '../components/Bar.tsx';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { commandById } from '../commands/index.ts';
import { isMac } from '../../input/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { AdvancedSwitch } from './AdvancedSwitch.tsx';
import { DeviceButtons } from './DeviceButtons.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './chrome.module.css';

const MENU = ['zoom-100', 'zoom-fit', 'zoom-selection'] as const;

/**
 * The Advanced switch, zoom and the list of keys, and in Advanced mode the canvas size. Hidden on
 * phones, where users pinch to zoom.
 */
export const ZoomBar = observer(function ZoomBar() {
  const t = useT();
  const store = useEditorStore();
  const percent = `${String(Math.round(store.view.zoom * 100))}%`;
  const run = (id: string) => {
    commandById(id).run(store, { shift: false });
  };
  return (
    <Bar label={t('zoomBar.view')} className={styles['zoom']}>
      <AdvancedSwitch />
      <BarLine />
      {store.isAdvanced ? (
        <>
          <DeviceButtons />
          <BarLine />
        </>
      ) : null}
      <ToolButton
        label={t('command.zoom-out')}
        keys="Ctrl+-"
        tooltipSide="top"
        onClick={() => {
          run('zoom-out');
        }}
      >
        <Minus />
      </ToolButton>
      <Popup
        label={t('zoomBar.zoom')}
        side="top"
        trigger={
          <ToolButton
            label={t('zoomBar.zoom')}
            name={t('zoomBar.zoomPercent', { percent })}
            wide
            tooltipSide="top"
            className={styles['percent']}
          >
            {percent}
          </ToolButton>
        }
      >
        {(close) => (
          <ChoiceList
            label={t('zoomBar.zoom')}
            onChoose={(id) => {
              run(id);
              close();
            }}
            choices={MENU.map((id) => {
              const command = commandById(id);
              return {
                value: id,
                label: t(`command.${id}`),
                note: keyLabel(parseKey(command.keys[0] ?? ''), isMac()),
                isDisabled: command.isAvailable?.(store) === false,
              };
            })}
          />
        )}
      </Popup>
      <ToolButton
        label={t('command.zoom-in')}
        keys="Ctrl++"
        tooltipSide="top"
        onClick={() => {
          run('zoom-in');
        }}
      >
        <Plus />
      </ToolButton>
      <BarLine />
      <ToolButton
        label={t('command.keys')}
        keys="?"
        tooltipSide="top"
        onClick={() => {
          store.openDialog('keys');
        }}
      >
        <CircleHelp />
      </ToolButton>
    </Bar>
  );
});
