import { LINE_HEIGHT_PRESETS, type TextAlign } from '@cobble/engine';
import { AlignCenter, AlignJustify, AlignLeft, AlignRight, Rows3 } from 'lucide-react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';

/** The order of the alignment cycle. */
const CYCLE = ['left', 'center', 'right', 'justify'] as const;
const ICONS = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify };

/** Returns the next alignment among those that a block can have. */
export function nextAlign<Align extends TextAlign>(
  value: TextAlign,
  choices: readonly Align[],
): Align {
  const index = choices.findIndex((each) => each === value);
  return choices[(index + 1) % choices.length] as Align;
}

/** A button that shows the alignment and cycles through all. */
export function AlignButton<Align extends TextAlign = TextAlign>(props: {
  readonly value: TextAlign;
  readonly choices?: readonly Align[];
  readonly onChange: (align: Align) => void;
}) {
  const t = useT();
  const choices = props.choices ?? (CYCLE as unknown as readonly Align[]);
  const Icon = ICONS[props.value];
  return (
    <ToolButton
      label={t(`align.${props.value}`)}
      onClick={() => {
        props.onChange(nextAlign(props.value, choices));
      }}
    >
      <Icon />
    </ToolButton>
  );
}

/** Line height: four presets, as ratios of the font size. */
export function LineHeightPopup(props: {
  readonly value: number;
  readonly onChange: (ratio: number) => void;
}) {
  const t = useT();
  return (
    <Popup
      label={t('textStylePopups.lineHeight')}
      trigger={
        <ToolButton label={t('textStylePopups.lineHeight')}>
          <Rows3 />
        </ToolButton>
      }
    >
      {(close) => (
        <ChoiceList
          label={t('textStylePopups.lineHeights')}
          value={props.value}
          onChoose={(ratio) => {
            props.onChange(ratio);
            close();
          }}
          choices={LINE_HEIGHT_PRESETS.map(([name, value]) => ({
            value,
            label: t(`lineHeightPreset.${name}`),
            note: String(value),
          }))}
        />
      )}
    </Popup>
  );
}
