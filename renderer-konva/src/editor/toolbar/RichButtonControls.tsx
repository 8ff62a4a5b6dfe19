import type { BuiltinBlockOf } from '@cobble/engine';
import { readableTextColor } from '@cobble/engine/colors';
import { Bold, Scaling, Smile } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { BrandIcon } from '../components/BrandIcon.tsx';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { FontPopup } from './FontPopup.tsx';
import { IconChoices } from './IconChoices.tsx';
import { richButtonSizePatch, type RichButtonSize } from './richButtonSizePatch.ts';
import { patchBlocks } from './patchBlocks.ts';
import { AlignButton } from './AlignButton.tsx';
import { useT } from '../messages/i18n.ts';

type RichButton = BuiltinBlockOf<'rich-button'>;

const SIZES = ['regular', 'square'] as const satisfies readonly RichButtonSize[];

/** Colours, size, icon, font, bold and alignment of buttons. Their text is edited on the canvas. */
export const RichButtonControls = observer(function RichButtonControls({
  blocks,
}: {
  readonly blocks: readonly RichButton[];
}) {
  const t = useT();
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  const { richButtonColor, richButtonText: text, richButtonIcon: icon } = first.content;
  const setText = (change: Partial<RichButton['content']['richButtonText']>) => {
    patchBlocks(store, blocks, (block) => ({
      content: { richButtonText: { ...block.content.richButtonText, ...change } },
    }));
  };
  return (
    <>
      <ColorPopup
        editor={store.editor}
        label={t('richButtonControls.buttonColor')}
        value={richButtonColor}
        onChange={(color) => {
          patchBlocks(store, blocks, () => ({ content: { richButtonColor: color } }));
        }}
      />
      <ColorPopup
        editor={store.editor}
        label={t('common.textColor')}
        value={text.color ?? readableTextColor(richButtonColor)}
        onChange={(color) => {
          setText({ color });
        }}
      />
      <Popup
        label={t('richButtonControls.buttonSize')}
        trigger={
          <ToolButton label={t('richButtonControls.buttonSize')}>
            <Scaling />
          </ToolButton>
        }
      >
        {(close) => (
          <ChoiceList
            label={t('richButtonControls.buttonSizes')}
            value={first.content.richButtonSize ?? 'regular'}
            onChoose={(size) => {
              const { referenceWidth } = store.editor.fields.settings;
              patchBlocks(store, blocks, (block) =>
                richButtonSizePatch(block, size, referenceWidth),
              );
              close();
            }}
            choices={SIZES.map((value) => ({ value, label: t(`richButtonSize.${value}`) }))}
          />
        )}
      </Popup>
      <Popup
        label={t('richButtonControls.icon')}
        trigger={
          <ToolButton label={t('richButtonControls.icon')}>
            {icon ? <BrandIcon icon={icon.icon} /> : <Smile />}
          </ToolButton>
        }
      >
        <IconChoices
          value={icon ?? null}
          onChange={(next) => {
            patchBlocks(store, blocks, () => ({ content: { richButtonIcon: next ?? undefined } }));
          }}
        />
      </Popup>
      <FontPopup
        value={text.font ?? 'Lato'}
        onChange={(font) => {
          setText({ font });
        }}
      />
      <ToolButton
        label={t('common.bold')}
        pressed={text.bold === true}
        onClick={() => {
          setText({ bold: text.bold !== true });
        }}
      >
        <Bold />
      </ToolButton>
      <AlignButton
        value={text.align ?? 'center'}
        choices={['left', 'center', 'right'] as const}
        onChange={(align) => {
          setText({ align });
        }}
      />
    </>
  );
});
