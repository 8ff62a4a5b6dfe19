import { blockLinkConflict, type BuiltinBlockOf } from '@cobble/engine';
import { Bold, Italic, Strikethrough, Underline } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { FontPopup } from './FontPopup.tsx';
import { FontSizePopup } from './FontSizePopup.tsx';
import { LinkPopup } from './LinkPopup.tsx';
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

/** Ctrl+K finds the button by this attribute. */
const LINK_TEXT_BUTTON = { 'data-cobble-link-text': '' };

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
  const { appearance, apply, stage, session } = format;
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
        editor={store.editor}
        value={appearance.sizePx}
        session={session}
        onChange={(sizePx) => {
          stage({ sizePx });
        }}
      />
      <ColorPopup
        editor={store.editor}
        label={t('common.textColor')}
        value={appearance.color}
        session={session}
        onChange={(color) => {
          stage({ color });
        }}
      />
      {MARKS.map(([mark, Icon, keys]) => (
        <ToolButton
          key={mark}
          label={mark === 'bold' ? t('common.bold') : t(`textControls.${mark}`)}
          keys={session ? keys : undefined}
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
      {session ? (
        <LinkPopup
          id={`${blocks[0]?.uuid ?? ''}/text-link`}
          // The text would have to be edited again, with the same part of it selected.
          canReopen={false}
          link={
            appearance.link && {
              href: appearance.link.href,
              target: appearance.link.target ?? '_blank',
            }
          }
          button={{ keys: 'Ctrl+K', ...LINK_TEXT_BUTTON }}
          warning={blockLink === null ? undefined : t('textControls.replacesBlockLink')}
          onLink={(link) => {
            session.stage({ link });
            return null;
          }}
          onCancel={() => {
            session.stage(null);
          }}
          onCommit={() => {
            session.keepStaged();
          }}
          onRemove={() => {
            session.stage(null);
            apply({ link: null });
          }}
        />
      ) : null}
    </>
  );
});
