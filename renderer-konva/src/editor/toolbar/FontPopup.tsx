import { findFont, fontFaceCss, fontFamilyCss, FONTS, isPremiumFont } from '@cobble/engine/fonts';
import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ChoiceList } from '../components/ChoiceList.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './FontPopup.module.css';

/** The fonts that the host has, each name in its own font. */
export function FontPopup(props: {
  readonly value: string;
  readonly onChange: (family: string) => void;
}) {
  const t = useT();
  const name = findFont(props.value)?.name ?? props.value;
  return (
    <Popup
      label={t('fontPopup.font')}
      align="start"
      className={styles['popup']}
      trigger={
        <ToolButton
          label={t('fontPopup.font')}
          name={t('fontPopup.fontName', { name })}
          wide
          className={styles['trigger']}
        >
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

/**
 * The list, which begins with the fonts that were chosen last [ED16]. It shows premium families to
 * everyone; choosing one requires a plan that includes it.
 */
const FontChoices = observer(function FontChoices(props: {
  readonly value: string;
  readonly onChoose: (family: string) => void;
}) {
  const t = useT();
  const store = useEditorStore();
  const lookUp = store.lookUpFont;
  useEffect(() => {
    store.services.fonts?.refresh?.();
  }, [store]);
  const isLocked = (name: string): boolean => isPremiumFont(name) && !store.hasPremiumFonts;
  const names = FONTS.map((font) => font.name)
    .filter((name) => lookUp(name) !== null)
    // Families that the user can choose are first.
    .sort((a, b) => Number(isLocked(a)) - Number(isLocked(b)));
  const recent = store.recentFonts.filter((name) => names.includes(name));
  const choiceOf = (name: string) => ({
    value: name,
    label: name,
    ...(isLocked(name) ? { note: t('font.premium') } : {}),
    style: {
      fontFamily: fontFamilyCss(name),
      fontSize: 'var(--cobble-text-16)',
      fontWeight: 400,
    },
  });
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
        label={t('fontPopup.fonts')}
        value={props.value}
        choices={names.map(choiceOf)}
        className={styles['list']}
        recent={{
          label: t('fontPopup.recentFonts'),
          choices: recent.map(choiceOf),
          className: classNames(styles['list'], styles['recent']),
        }}
        onChoose={(family) => {
          if (isLocked(family)) {
            store.notify(store.t('font.premiumOnly'));
            return;
          }
          store.addRecentFont(family);
          props.onChoose(family);
        }}
      />
    </>
  );
});
