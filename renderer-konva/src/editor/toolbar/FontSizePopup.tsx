import { FONT_SIZE_PRESETS, fontSizeInput } from '@cobble/engine';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useState } from 'react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';

/**
 * Font size in px: presets, and a field that ignores text that is not a number and shows the
 * resulting size.
 */
export function FontSizePopup(props: {
  readonly value: number;
  readonly onChange: (sizePx: number) => void;
}) {
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
      {(close) => (
        <>
          <SizeField {...props} />
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

function SizeField(props: { readonly value: number; readonly onChange: (sizePx: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === null) return;
        const size = fontSizeInput.parse(typed);
        if (size !== null) props.onChange(size);
        setTyped(null);
      }}
    >
      <TextField
        label={t('fontSizePopup.sizePx')}
        value={typed ?? String(shownSize(props.value))}
        onValue={setTyped}
        inputMode="decimal"
      />
    </form>
  );
}
