import { FONT_SIZE_PRESETS, fontSizeInput } from '@cobble/engine';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useState } from 'react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';

/** Font size in px: presets, and a field that ignores text that is not a number. */
export function FontSizePopup(props: {
  readonly value: number;
  readonly onChange: (sizePx: number) => void;
}) {
  const t = useT();
  return (
    <Popup
      label={t('fontSizePopup.fontSize')}
      trigger={
        <ToolButton
          label={t('fontSizePopup.fontSize')}
          name={t('fontSizePopup.fontSizeValue', { value: Math.round(props.value) })}
          wide
        >
          {String(Math.round(props.value))}
        </ToolButton>
      }
    >
      {(close) => (
        <>
          <SizeField {...props} />
          <ChoiceList
            label={t('fontSizePopup.fontSizes')}
            value={Math.round(props.value)}
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

function SizeField(props: { readonly value: number; readonly onChange: (sizePx: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(String(Math.round(props.value)));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const size = fontSizeInput.parse(typed);
        if (size !== null) props.onChange(size);
      }}
    >
      <TextField
        label={t('fontSizePopup.sizePx')}
        value={typed}
        onValue={setTyped}
        inputMode="numeric"
      />
    </form>
  );
}
