import {
  type Block,
  DEFAULT_BORDER,
  DEFAULT_SHADOW,
  maxInsetPx,
  opacityFromPercent,
  type Shadow,
  type Styles,
} from '@cobble/engine';
import { Select } from '../ui/select/Select.tsx';
import { SlidersHorizontal } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Popup } from '../components/Popup.tsx';
import { SliderField } from '../components/SliderField.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { patchBlocks } from './patchBlocks.ts';
import { ColorRow } from './ColorRow.tsx';
import { BorderStyleRow } from './BorderStyleRow.tsx';
import { useT } from '../messages/i18n.ts';

/** The largest padding and radius of a block, in whole px at the reference width. */
function halfSidePx({ position }: Block, referenceWidth: number): number {
  const { width, height } = position;
  return Math.floor(maxInsetPx({ width: width * referenceWidth, height: height * referenceWidth }));
}

const SHADOW_SHAPES = ['box', 'outline'] as const;

const OVERFLOW = ['visible', 'hidden', 'scroll'] as const;

/** Opacity, corners, padding, blur, border, shadow and overflow of the selected blocks. */
export const StylePopup = observer(function StylePopup({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const t = useT();
  const store = useEditorStore();
  const staged = useStaged(store.editor);
  const [first] = blocks;
  if (!first) return null;
  const styles: Styles = first.styles;
  const half = Math.min(
    ...blocks.map((block) => halfSidePx(block, store.editor.fields.settings.referenceWidth)),
  );
  const patch = (change: Styles) => {
    staged.change(() => {
      patchBlocks(store, blocks, () => ({ styles: change }));
    });
  };
  const border = styles.border ?? { ...DEFAULT_BORDER, widthPx: 0 };
  const shadow = styles.boxShadow ?? styles.dropShadow;
  const hasOutline = (block: Block): boolean =>
    block.styles.dropShadow !== undefined ||
    // By default, the shadow of a shape follows its outline, that of another block its box.
    (block.styles.boxShadow === undefined && block.type === 'shape');
  const setShadow = (next: Shadow | undefined, isOutline = hasOutline) => {
    staged.change(() => {
      patchBlocks(store, blocks, (block) => {
        const outline = isOutline(block);
        return {
          styles: {
            dropShadow: outline ? next : undefined,
            boxShadow: outline ? undefined : next,
          },
        };
      });
    });
  };
  const distance = shadow ? Math.max(Math.abs(shadow.xPx), Math.abs(shadow.yPx)) : 0;
  return (
    <Popup
      label={t('stylePopup.style')}
      trigger={
        <ToolButton label={t('stylePopup.style')}>
          <SlidersHorizontal />
        </ToolButton>
      }
      onClose={staged.commit}
    >
      <SliderField
        label={t('stylePopup.opacity')}
        unit="%"
        min={0}
        max={100}
        value={(styles.opacity ?? 1) * 100}
        onChange={(value) => {
          patch({ opacity: opacityFromPercent(value) });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      <SliderField
        label={t('stylePopup.corners')}
        unit="px"
        min={0}
        max={half}
        value={Math.min(half, styles.borderRadiusPx ?? 0)}
        onChange={(value) => {
          patch({ borderRadiusPx: value });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      <SliderField
        label={t('stylePopup.padding')}
        unit="px"
        min={0}
        max={half}
        value={Math.min(half, styles.paddingPx ?? 0)}
        onChange={(value) => {
          patch({ paddingPx: value });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      <SliderField
        label={t('stylePopup.blur')}
        unit="px"
        min={0}
        max={20}
        value={styles.blurPx ?? 0}
        onChange={(blurPx) => {
          patch({ blurPx: blurPx === 0 ? undefined : blurPx });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      <SliderField
        label={t('stylePopup.border')}
        unit="px"
        min={0}
        max={24}
        value={border.widthPx}
        onChange={(widthPx) => {
          patch({ border: widthPx === 0 ? undefined : { ...border, widthPx } });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      {border.widthPx > 0 ? (
        <>
          <BorderStyleRow
            value={border.style}
            onChange={(style) => {
              patch({ border: { ...border, style } });
              staged.commit();
            }}
          />
          <ColorRow
            label={t('stylePopup.borderColor')}
            value={border.color}
            onChange={(color) => {
              patch({ border: { ...border, color } });
            }}
            onCommit={staged.commit}
            onCancel={staged.cancel}
          />
        </>
      ) : null}
      <SliderField
        label={t('stylePopup.shadow')}
        unit="px"
        min={0}
        max={40}
        value={distance}
        onChange={(px) => {
          setShadow(px === 0 ? undefined : { ...(shadow ?? DEFAULT_SHADOW), xPx: px, yPx: px });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
      {shadow && distance > 0 ? (
        <>
          <Select
            form="row"
            label={t('stylePopup.shadowShape')}
            value={hasOutline(first) ? 'outline' : 'box'}
            options={SHADOW_SHAPES.map((value) => ({ value, label: t(`shadowShape.${value}`) }))}
            onValue={(kind) => {
              setShadow(shadow, () => kind === 'outline');
              staged.commit();
            }}
          />
          <SliderField
            label={t('stylePopup.shadowBlur')}
            unit="px"
            min={0}
            max={60}
            value={shadow.blurPx}
            onChange={(blurPx) => {
              setShadow({ ...shadow, blurPx });
            }}
            onCommit={staged.commit}
            onCancel={staged.cancel}
          />
          <ColorRow
            label={t('stylePopup.shadowColor')}
            value={shadow.color}
            onChange={(color) => {
              setShadow({ ...shadow, color });
            }}
            onCommit={staged.commit}
            onCancel={staged.cancel}
          />
        </>
      ) : null}
      <Select
        form="row"
        label={t('stylePopup.overflow')}
        value={styles.overflow ?? 'visible'}
        options={OVERFLOW.map((value) => ({ value, label: t(`overflow.${value}`) }))}
        onValue={(overflow) => {
          patch({ overflow });
          staged.commit();
        }}
      />
    </Popup>
  );
});
