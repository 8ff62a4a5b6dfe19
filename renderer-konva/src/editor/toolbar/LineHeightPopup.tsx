import { LINE_HEIGHT_PRESETS } from '@cobble/engine';
import { Rows3 } from 'lucide-react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';

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
