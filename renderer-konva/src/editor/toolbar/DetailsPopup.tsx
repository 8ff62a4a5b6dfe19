import { type Block, cleanHtmlId } from '@cobble/engine';
import { Select } from '../ui/select/Select.tsx';
import { Ellipsis } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { CommitField } from '../components/CommitField.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { patchBlocks } from './patchBlocks.ts';
import { useT } from '../messages/i18n.ts';
import styles from './DetailsPopup.module.css';

const HIDE_ON = ['none', 'mobile', 'desktop'] as const;

const ON_HOVER = ['none', 'grow', 'underline', 'opacity', 'wobble'] as const;

const PIN = ['none', 'left', 'right'] as const;

/** Settings that are not visible on the canvas, such as visibility, pins and HTML ids. */
export const DetailsPopup = observer(function DetailsPopup({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const t = useT();
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  const { hideOn = 'none', effects, htmlId = '' } = first.properties;
  const { pin = 'none' } = first.position;
  const isSingle = blocks.length === 1;
  return (
    <Popup
      label={t('detailsPopup.details')}
      className={styles['details']}
      trigger={
        <ToolButton label={t('detailsPopup.details')}>
          <Ellipsis />
        </ToolButton>
      }
    >
      <Select
        form="row"
        label={t('detailsPopup.showOn')}
        value={hideOn}
        options={HIDE_ON.map((value) => ({ value, label: t(`hideOn.${value}`) }))}
        onValue={(value) => {
          patchBlocks(store, blocks, () => ({
            properties: { hideOn: value === 'none' ? undefined : value },
          }));
        }}
      />
      <Select
        form="row"
        label={t('detailsPopup.hoverEffect')}
        value={effects?.onHover ?? 'none'}
        options={ON_HOVER.map((value) => ({ value, label: t(`hoverEffect.${value}`) }))}
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
        label={t('detailsPopup.pinTo')}
        value={pin}
        options={PIN.map((value) => ({ value, label: t(`pin.${value}`) }))}
        onValue={(value) => {
          patchBlocks(store, blocks, () => ({
            position: { pin: value === 'none' ? undefined : value },
          }));
        }}
      />
      {isSingle ? (
        <>
          {first.type === 'image' ? null : (
            <CommitField
              key={`alt/${first.uuid}`}
              id={`${first.uuid}/alt`}
              label={t('common.altText')}
              hint={t('detailsPopup.altTextHint')}
              value={first.altText ?? ''}
              maxLength={2000}
              onText={(text) =>
                store.editor.update(first.uuid, { altText: text.trim() || undefined })
              }
            />
          )}
          <CommitField
            key={`id/${first.uuid}`}
            id={`${first.uuid}/id`}
            label={t('detailsPopup.htmlId')}
            hint={t('detailsPopup.htmlIdHint')}
            value={htmlId}
            maxLength={200}
            clean={cleanHtmlId}
            onText={(name) => store.editor.setHtmlId(name)}
          />
        </>
      ) : null}
    </Popup>
  );
});
