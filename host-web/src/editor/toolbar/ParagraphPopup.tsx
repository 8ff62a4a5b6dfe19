import { Heading1, Heading2, Heading3, Heading4, List, ListOrdered, Pilcrow } from 'lucide-react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import type { HeadingLevel, TextLook } from './TextFormat.ts';

const KINDS = [
  [0, 'Paragraph', Pilcrow],
  [1, 'Heading 1', Heading1],
  [2, 'Heading 2', Heading2],
  [3, 'Heading 3', Heading3],
  [4, 'Heading 4', Heading4],
] as const;

const LISTS = [
  ['bullet', 'Bullet list', List],
  ['ordered', 'Numbered list', ListOrdered],
] as const;

type Value = HeadingLevel | 'bullet' | 'ordered';

/** Paragraph, headings 1 to 4, and lists. */
export function ParagraphPopup(props: {
  readonly look: TextLook;
  readonly onChange: (change: Partial<TextLook>) => void;
}) {
  const { look, onChange } = props;
  const value: Value = look.list ?? look.heading;
  const Icon = [...KINDS, ...LISTS].find(([id]) => id === value)?.[2] ?? Pilcrow;
  const choose = (next: Value) => {
    if (next === 'bullet' || next === 'ordered') onChange({ list: next });
    else onChange({ list: null, heading: next });
  };
  return (
    <Popup
      label="Paragraph"
      trigger={
        <ToolButton label="Paragraph">
          <Icon />
        </ToolButton>
      }
    >
      {(close) => (
        <ChoiceList<Value>
          label="Paragraphs"
          value={value}
          onChoose={(next) => {
            choose(next);
            close();
          }}
          choices={[...KINDS, ...LISTS].map(([id, label, Each]) => ({
            value: id,
            label,
            icon: <Each />,
          }))}
        />
      )}
    </Popup>
  );
}
