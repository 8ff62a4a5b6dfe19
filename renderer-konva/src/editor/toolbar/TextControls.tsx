import { blockLinkConflict, type BuiltinBlockOf } from '@cobble/engine';
import { Bold, Italic, Link2, Strikethrough, Underline } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { FontPopup } from './FontPopup.tsx';
import { FontSizePopup } from './FontSizePopup.tsx';
import { LinkForm } from './LinkForm.tsx';
import { ParagraphPopup } from './ParagraphPopup.tsx';
import type { TextAppearance } from './TextFormat.ts';
import { AlignButton } from './AlignButton.tsx';
import { LineHeightPopup } from './LineHeightPopup.tsx';
import { textFormatOf } from './textFormatOf.ts';
import { useT } from '../messages/i18n.ts';

const MARKS = [
  ['bold', Bold, 'Ctrl+B'],
  ['italic', Italic, 'Ctrl+I'],
  ['underline', Underline, 'Ctrl+U'],
  ['strikethrough', Strikethrough, 'Ctrl+Shift+X'],
] as const;

/** Font, size, colour, marks, alignment, paragraph style, line height and links of text. */
export const TextControls = observer(function TextControls({
  blocks,
}: {
  readonly blocks: readonly BuiltinBlockOf<'text'>[];
}) {
  const t = useT();
  const store = useEditorStore();
  const format = textFormatOf(store, blocks);
  if (!format) return null;
  const { appearance, apply, isEditing } = format;
  const set = (change: Partial<TextAppearance>) => () => {
    apply(change);
  };
  const blockLink = blocks[0] ? blockLinkConflict(blocks[0]) : null;
  return (
    <>
      <FontPopup
        value={appearance.family}
        onChange={(family) => {
          apply({ family });
        }}
      />
      <FontSizePopup
        value={appearance.sizePx}
        onChange={(sizePx) => {
          apply({ sizePx });
        }}
      />
      <ColorPopup
        editor={store.editor}
        label={t('common.textColor')}
        value={appearance.color}
        isDirect={isEditing}
        onChange={(color) => {
          apply({ color });
        }}
      />
      {MARKS.map(([mark, Icon, keys]) => (
        <ToolButton
          key={mark}
          label={mark === 'bold' ? t('common.bold') : t(`textControls.${mark}`)}
          keys={isEditing ? keys : undefined}
          pressed={appearance[mark]}
          onClick={set({ [mark]: !appearance[mark] })}
        >
          <Icon />
        </ToolButton>
      ))}
      <AlignButton
        value={appearance.align}
        onChange={(align) => {
          apply({ align });
        }}
      />
      <ParagraphPopup appearance={appearance} onChange={apply} />
      <LineHeightPopup
        value={appearance.lineHeight}
        onChange={(lineHeight) => {
          apply({ lineHeight });
        }}
      />
      {isEditing ? (
        <Popup
          label={appearance.link ? t('common.updateLink') : t('common.addLink')}
          trigger={
            <ToolButton
              label={appearance.link ? t('common.updateLink') : t('common.addLink')}
              keys="Ctrl+K"
              data-cobble-link-text=""
              pressed={appearance.link !== null}
            >
              <Link2 />
            </ToolButton>
          }
        >
          {(close) => (
            <LinkForm
              link={
                appearance.link && {
                  href: appearance.link.href,
                  target: appearance.link.target ?? '_blank',
                }
              }
              warning={blockLink === null ? undefined : t('textControls.replacesBlockLink')}
              onSubmit={(link) => {
                apply({ link });
                close();
              }}
              onRemove={() => {
                apply({ link: null });
                close();
              }}
            />
          )}
        </Popup>
      ) : null}
    </>
  );
});
