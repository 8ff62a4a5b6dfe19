import { ICONS, LINK_PLATFORMS } from '@cobble/engine/platforms';
import { Button } from '../ui/button/Button.tsx';
import { BrandIcon } from '../components/BrandIcon.tsx';
import { gridKeys } from '../focus/choiceKeys.ts';
import { en } from '../messages/en.ts';
import type { Translate } from '../messages/Translate.ts';
import { useT } from '../messages/i18n.ts';
import styles from './IconChoices.module.css';

/** The icon of a button and its side. */
export interface ButtonIcon {
  readonly icon: string;
  readonly placement: 'left' | 'right';
}

/** Brand names of platforms, which are the same in all languages. */
const BRANDS = new Map(LINK_PLATFORMS.map((platform) => [platform.icon, platform.name]));

function nameOf(t: Translate, icon: string): string {
  return icon in en.icon ? t(`icon.${icon as keyof typeof en.icon}`) : (BRANDS.get(icon) ?? icon);
}

/** Selects a button's icon and its side, or no icon. */
export function IconChoices(props: {
  readonly value: ButtonIcon | null;
  readonly onChange: (value: ButtonIcon | null) => void;
}) {
  const t = useT();
  const { value, onChange } = props;
  const placement = value?.placement ?? 'left';
  return (
    <>
      <div
        ref={gridKeys}
        role="group"
        aria-label={t('iconChoices.icons')}
        className={styles['grid']}
      >
        {Object.keys(ICONS).map((icon) => (
          <button
            key={icon}
            type="button"
            aria-label={nameOf(t, icon)}
            title={nameOf(t, icon)}
            aria-pressed={icon === value?.icon}
            onClick={() => {
              onChange({ icon, placement });
            }}
          >
            <BrandIcon icon={icon} />
          </button>
        ))}
      </div>
      {value ? (
        <div className={styles['buttons']}>
          <Button
            size="small"
            onClick={() => {
              onChange({ ...value, placement: placement === 'left' ? 'right' : 'left' });
            }}
          >
            {placement === 'left' ? t('iconChoices.moveRight') : t('iconChoices.moveLeft')}
          </Button>
          <Button
            size="small"
            variant="plain"
            onClick={() => {
              onChange(null);
            }}
          >
            {t('iconChoices.noIcon')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
