import { Heading1, Heading2, Heading3, Heading4, List, ListOrdered, Pilcrow } from 'lucide-react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import type { HeadingLevel } from '../../text-editing/TextStylePatch.ts';
import type { TextAppearance } from './TextFormat.ts';
import { useT } from '../messages/i18n.ts';

const KINDS = [
  [0, 'paragraph', Pilcrow],
  [1, 'heading1', Heading1],
  [2, 'heading2', Heading2],
  [3, 'heading3', Heading3],
  [4, 'heading4', Heading4],
] as const;

const LISTS = [
  ['bullet', 'bulletList', List],
  ['ordered', 'numberedList', ListOrdered],
] as const;

type Value = HeadingLevel | 'bullet' | 'ordered';

/** Paragraph, headings 1 to 4, and lists. */
export function ParagraphPopup(props: {
  readonly appearance: TextAppearance;
  readonly onChange: (change: Partial<TextAppearance>) => void;
}) {
  const t = useT();
  const { appearance, onChange } = props;
  const value: Value = appearance.list ?? appearance.heading;
  const Icon = [...KINDS, ...LISTS].find(([id]) => id === value)?.[2] ?? Pilcrow;
  const choose = (next: Value) => {
    if (next === 'bullet' || next === 'ordered') onChange({ list: next });
    else onChange({ list: null, heading: next });
  };
  return (
    <Popup
      label={t('paragraphPopup.paragraphStyle')}
      trigger={
        <ToolButton label={t('paragraphPopup.paragraphStyle')}>
          <Icon />
        </ToolButton>
      }
    >
      {(close) => (
        <ChoiceList<Value>
          label={t('paragraphPopup.paragraphStyle')}
          value={value}
          onChoose={(next) => {
            choose(next);
            close();
          }}
          choices={[...KINDS, ...LISTS].map(([id, name, Each]) => ({
            value: id,
            label: t(`paragraphPopup.${name}`),
            icon: <Each />,
          }))}
        />
      )}
    </Popup>
  );
}
