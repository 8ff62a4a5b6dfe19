import { type Block, cleanHtmlId } from '@cobble/engine';
import { Select } from '@cobble/renderer-konva/editor/ui';
import { Ellipsis } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { KeptField } from '../components/KeptField.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { patchBlocks } from './patchBlocks.ts';
import styles from './DetailsPopup.module.css';

const HIDE_ON = [
  { value: 'none', label: 'Everywhere' },
  { value: 'mobile', label: 'Not on phones' },
  { value: 'desktop', label: 'Not on desktops' },
] as const;

const ON_HOVER = [
  { value: 'none', label: 'None' },
  { value: 'grow', label: 'Grow' },
  { value: 'underline', label: 'Underline' },
  { value: 'opacity', label: 'Fade' },
  { value: 'wobble', label: 'Wobble' },
] as const;

const PIN = [
  { value: 'none', label: 'Nothing' },
  { value: 'left', label: 'Left edge' },
  { value: 'right', label: 'Right edge' },
] as const;

/** What is not seen on the canvas: where blocks show, what they do, and what they are called. */
export const DetailsPopup = observer(function DetailsPopup({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  const { hideOn = 'none', effects, htmlId = '' } = first.properties;
  const { pin = 'none' } = first.position;
  const isSingle = blocks.length === 1;
  return (
    <Popup
      label="Details"
      className={styles['details']}
      trigger={
        <ToolButton label="Details">
          <Ellipsis />
        </ToolButton>
      }
    >
      <Select
        form="row"
        label="Shown"
        value={hideOn}
        options={HIDE_ON}
        onValue={(value) => {
          patchBlocks(store, blocks, () => ({
            properties: { hideOn: value === 'none' ? undefined : value },
          }));
        }}
      />
      <Select
        form="row"
        label="Hover effect"
        value={effects?.onHover ?? 'none'}
        options={ON_HOVER}
        onValue={(value) => {
          patchBlocks(store, blocks, (block) => ({
            properties: {
              effects: {
                ...block.properties.effects,
                onHover: value === 'none' ? undefined : value,
              },
            },
          }));
        }}
      />
      <Select
        form="row"
        label="Pinned to"
        value={pin}
        options={PIN}
        onValue={(value) => {
          patchBlocks(store, blocks, () => ({
            position: { pin: value === 'none' ? undefined : value },
          }));
        }}
      />
      {isSingle ? (
        <>
          {first.type === 'image' ? null : (
            <KeptField
              key={`alt/${first.uuid}`}
              label="Alt text"
              hint="What it shows, for those who do not see it."
              value={first.altText ?? ''}
              maxLength={2000}
              onKeep={(words) => {
                store.tell(store.editor.update(first.uuid, { altText: words.trim() || undefined }));
              }}
            />
          )}
          <KeptField
            key={`id/${first.uuid}`}
            label="HTML id"
            hint="Links to #id lead here."
            value={htmlId}
            maxLength={200}
            clean={cleanHtmlId}
            onKeep={(name) => {
              store.tell(store.editor.setHtmlId(name));
            }}
          />
        </>
      ) : null}
    </Popup>
  );
});
