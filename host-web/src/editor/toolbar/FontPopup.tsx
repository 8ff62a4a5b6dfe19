import { BUNDLED_FONTS, findFont, fontFamilyCss } from '@cobble/engine';
import { ChevronDown } from 'lucide-react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import styles from './FontPopup.module.css';

/** The fonts that the server has, each name in its own face (font picker height 300: section 9). */
export function FontPopup(props: {
  readonly value: string;
  readonly onChange: (family: string) => void;
}) {
  const name = findFont(props.value)?.name ?? props.value;
  return (
    <Popup
      label="Font"
      align="start"
      className={styles['popup']}
      trigger={
        <ToolButton label="Font" name={`Font, ${name}`} wide className={styles['trigger']}>
          <span style={{ fontFamily: fontFamilyCss(name) }}>{name}</span>
          <ChevronDown />
        </ToolButton>
      }
    >
      {(close) => (
        <ChoiceList
          label="Fonts"
          value={name}
          onChoose={(family) => {
            props.onChange(family);
            close();
          }}
          choices={BUNDLED_FONTS.map((font) => ({
            value: font.name,
            label: font.name,
            style: {
              fontFamily: fontFamilyCss(font.name),
              fontSize: 'var(--text-16)',
              fontWeight: 400,
            },
          }))}
        />
      )}
    </Popup>
  );
}
