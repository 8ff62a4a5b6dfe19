import { type Editor, FONT_SIZE_PRESETS, fontSizeInput } from '@cobble/engine';
import { useLayoutEffect, useRef, useState } from 'react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useStaged } from '../components/useStaged.ts';
import type { TextEditingSession } from '../../text-editing/TextEditingSession.ts';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useTypedValue } from '../ui/useTypedValue.ts';
import { firstChoiceIn } from '../focus/choiceKeys.ts';
import { useT } from '../messages/i18n.ts';

interface FontSizeProps {
  readonly editor: Editor;
  /** Px at the reference width. */
  readonly value: number;
  readonly onChange: (sizePx: number) => void;
  /** As for `useStaged`. */
  readonly session?: TextEditingSession | null;
}

/**
 * Font size in px: presets, and a field whose number applies while it is typed. The field ignores
 * text that is not a number, and shows the resulting size after Enter. It has the focus first if
 * the size is no preset, unless that would cover a phone with its keyboard.
 */
export function FontSizePopup(props: FontSizeProps) {
  const t = useT();
  const value = shownSize(props.value);
  return (
    <Popup
      label={t('fontSizePopup.fontSize')}
      trigger={
        <ToolButton
          label={t('fontSizePopup.fontSize')}
          name={t('fontSizePopup.fontSizeValue', { value })}
          wide
        >
          {String(value)}
        </ToolButton>
      }
    >
      {(close, isSheet) => (
        <>
          <SizeField {...props} takesFocus={!isSheet && !isPreset(value)} />
          <ChoiceList
            label={t('fontSizePopup.fontSizes')}
            value={value}
            onChoose={(size) => {
              props.onChange(size);
              close();
            }}
            choices={FONT_SIZE_PRESETS.map(([name, value]) => ({
              value,
              label: t(`fontSizePreset.${name}`),
              note: String(value),
            }))}
          />
        </>
      )}
    </Popup>
  );
}

/** A size with one decimal at most, px: a page that was scaled has sizes with many. */
function shownSize(sizePx: number): number {
  return Math.round(sizePx * 10) / 10;
}

function isPreset(sizePx: number): boolean {
  return FONT_SIZE_PRESETS.some(([, preset]) => preset === sizePx);
}

function SizeField(props: FontSizeProps & { readonly takesFocus: boolean }) {
  const { editor, value, onChange, session = null, takesFocus } = props;
  const t = useT();
  const staged = useStaged(editor, session);
  const input = useRef<HTMLInputElement>(null);
  const [isFocusedFirst] = useState(takesFocus);
  useLayoutEffect(() => {
    if (!isFocusedFirst) return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [isFocusedFirst]);
  const typed = useTypedValue({
    parse: (text) => fontSizeInput.parse(text),
    onValue: (sizePx) => {
      staged.change(() => {
        onChange(sizePx);
      });
    },
    // Several blocks, or parts of a text, may each have had a size of their own.
    onNone: staged.cancel,
    onCommit: staged.commit,
  });
  return (
    <TextField
      ref={input}
      label={t('fontSizePopup.sizePx')}
      value={typed.text ?? String(shownSize(value))}
      onValue={typed.setText}
      onBlur={typed.finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.finish();
        if (event.key !== 'ArrowDown') return;
        // As in a combo box: the sizes to choose from are below the field.
        const popup = event.currentTarget.closest<HTMLElement>('[role="dialog"]');
        const choice = popup && firstChoiceIn(popup);
        if (!choice) return;
        event.preventDefault();
        choice.focus();
      }}
      inputMode="decimal"
    />
  );
}
