import { findFont, fontFaceCss, fontFamilyCss, FONTS, isPremiumFont } from '@cobble/engine';
import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { API_MESSAGES } from '../../messages/apiMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { useFontLookup } from '../canvas/useFontLookup.ts';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import styles from './FontPopup.module.css';

/** The fonts that the server has, each name in its own face. */
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
        <FontChoices
          value={name}
          onChoose={(family) => {
            props.onChange(family);
            close();
          }}
        />
      )}
    </Popup>
  );
}

/** The list itself; premium families are offered to all, and given to whose plan has them. */
const FontChoices = observer(function FontChoices(props: {
  readonly value: string;
  readonly onChoose: (family: string) => void;
}) {
  const store = useEditorStore();
  const { fonts } = useStores();
  const lookUp = useFontLookup();
  useEffect(() => {
    // The server may have fetched more since.
    if ((fonts.families?.size ?? 0) < FONTS.length) void fonts.load();
  }, [fonts]);
  const isLocked = (name: string): boolean => isPremiumFont(name) && !store.hasPremiumFonts;
  const names = FONTS.map((font) => font.name)
    .filter((name) => lookUp(name) !== null)
    // What the person can have stands first.
    .sort((a, b) => Number(isLocked(a)) - Number(isLocked(b)));
  return (
    <>
      <style>
        {fontFaceCss(names, {
          fonts: lookUp,
          isUsed: (_, { weight, style, subset }) =>
            weight === 400 && style === 'normal' && subset === 'latin',
        })}
      </style>
      <ChoiceList
        label="Fonts"
        value={props.value}
        className={styles['list']}
        onChoose={(family) => {
          if (isLocked(family))
            store.notify(API_MESSAGES.insufficient_privileges_to_use_premium_font);
          else props.onChoose(family);
        }}
        choices={names.map((name) => ({
          value: name,
          label: name,
          ...(isLocked(name) ? { note: 'Premium' } : {}),
          style: {
            fontFamily: fontFamilyCss(name),
            fontSize: 'var(--cobble-text-16)',
            fontWeight: 400,
          },
        }))}
      />
    </>
  );
});
