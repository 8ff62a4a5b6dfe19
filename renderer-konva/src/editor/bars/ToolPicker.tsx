import { editedBlockOf } from '@cobble/engine';
import {
  Check,
  ImagePlus,
  Keyboard,
  MousePointer2,
  Pen,
  RectangleHorizontal,
  Rows2,
  Shapes,
  StickyNote,
  Type,
} from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Bar, BarLine } from '../components/Bar.tsx';
import { Popup } from '../components/Popup.tsx';
import { ShapeGrid } from '../components/ShapeGrid.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { commandById } from '../commands/index.ts';
import { addShape } from '../commands/toolCommands.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { chooseImage } from '../upload/chooseImage.ts';
import { HistoryButtons } from './HistoryButtons.tsx';
import { useIsPhone } from './useIsPhone.ts';
import { useT } from '../messages/i18n.ts';
import styles from './chrome.module.css';

/** The tools, most of which add blocks: on the left, on phones at the bottom. */
export const ToolPicker = observer(function ToolPicker() {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const side = isPhone ? 'top' : 'right';
  // On a phone, the text being edited and its toolbar need the space.
  if (isPhone && editedBlockOf(store.editor.mode) !== null) return null;
  const press = { shift: false };
  return (
    <Bar hasTools label={t('commandGroup.tools')} vertical={!isPhone} className={styles['tools']}>
      {isPhone ? null : (
        <ToolButton
          label={t('command.select')}
          keys="V"
          tooltipSide={side}
          pressed={editedBlockOf(store.editor.mode) === null && !store.editor.isTypewriterOn}
          onClick={() => {
            commandById('select').run(store, press);
          }}
        >
          <MousePointer2 />
        </ToolButton>
      )}
      <ToolButton
        label={t('command.text')}
        keys="T"
        tooltipSide={side}
        onClick={() => {
          commandById('text').run(store, press);
        }}
      >
        <Type />
      </ToolButton>
      {isPhone ? null : (
        <ToolButton
          label={store.editor.isTypewriterOn ? t('common.done') : t('toolPicker.typewriter')}
          keys="Ctrl+E"
          tooltipSide={side}
          pressed={store.editor.isTypewriterOn}
          onClick={() => {
            commandById('typewriter').run(store, press);
          }}
        >
          {store.editor.isTypewriterOn ? <Check /> : <Keyboard />}
        </ToolButton>
      )}
      {store.services.uploads ? (
        <ToolButton
          label={t('toolPicker.image')}
          tooltipSide={side}
          onClick={() => {
            const at = store.view.center;
            void chooseImage().then((files) => {
              if (files.length > 0) void store.uploads.add(files, at);
            });
          }}
        >
          <ImagePlus />
        </ToolButton>
      ) : null}
      <Popup
        label={t('common.shapes')}
        side={side}
        align={isPhone ? 'center' : 'start'}
        trigger={
          <ToolButton label={t('toolPicker.shape')} tooltipSide={side}>
            <Shapes />
          </ToolButton>
        }
      >
        {(close) => (
          <ShapeGrid
            onChoose={(shapeType, aspectRatio) => {
              addShape(store, shapeType, aspectRatio);
              close();
            }}
          />
        )}
      </Popup>
      <ToolButton
        label={t('toolPicker.button')}
        tooltipSide={side}
        onClick={() => {
          store.openDialog('rich-button');
        }}
      >
        <RectangleHorizontal />
      </ToolButton>
      <ToolButton
        label={t('command.sticky-note')}
        keys="N"
        tooltipSide={side}
        onClick={() => {
          commandById('sticky-note').run(store, press);
        }}
      >
        <StickyNote />
      </ToolButton>
      <ToolButton
        label={t('command.draw')}
        keys="D"
        tooltipSide={side}
        onClick={() => {
          commandById('draw').run(store, press);
        }}
      >
        <Pen />
      </ToolButton>
      {isPhone ? null : <BarLine />}
      <ToolButton
        label={t('toolPicker.addSection')}
        tooltipSide={side}
        onClick={() => {
          const added = store.editor.addSection();
          if (store.report(added)) store.view.scrollToSection(added.value);
        }}
      >
        <Rows2 />
      </ToolButton>
      {isPhone ? null : (
        <>
          <BarLine />
          <HistoryButtons tooltipSide={side} />
        </>
      )}
    </Bar>
  );
});
