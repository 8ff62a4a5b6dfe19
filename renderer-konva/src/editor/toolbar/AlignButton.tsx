import type { TextAlign } from '@cobble/engine';
import { AlignCenter, AlignJustify, AlignLeft, AlignRight } from 'lucide-react';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';

/** The order of the alignment cycle. */
const CYCLE = ['left', 'center', 'right', 'justify'] as const;
const ICONS = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify };

/** Returns the next alignment among those that a block can have. */
function nextAlign<Align extends TextAlign>(value: TextAlign, choices: readonly Align[]): Align {
  const index = choices.findIndex((each) => each === value);
  return choices[(index + 1) % choices.length] as Align;
}

/** A button that shows the alignment and cycles through the choices; default: all. */
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
