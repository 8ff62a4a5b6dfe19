import { ICONS, LINK_PLATFORMS } from '@cobble/engine/platforms';
import { Button } from '../ui/button/Button.tsx';
import { BrandIcon } from '../components/BrandIcon.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './IconChoices.module.css';

/** A button's icon and the side on which it stands. */
export interface ButtonIcon {
  readonly icon: string;
  readonly placement: 'left' | 'right';
}

const NAMES = new Map(LINK_PLATFORMS.map((platform) => [platform.icon, platform.name]));

/** The icons that a button can have, its side, and none. */
export function IconChoices(props: {
  readonly value: ButtonIcon | null;
  readonly onChange: (value: ButtonIcon | null) => void;
}) {
  const t = useT();
  const { value, onChange } = props;
  const placement = value?.placement ?? 'left';
  return (
    <>
      <div role="group" aria-label={t('iconChoices.icons')} className={styles['grid']}>
        {Object.keys(ICONS).map((icon) => (
          <button
            key={icon}
            type="button"
            aria-label={NAMES.get(icon) ?? icon}
            title={NAMES.get(icon) ?? icon}
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
            {placement === 'left'
              ? t('iconChoices.moveToTheRight')
              : t('iconChoices.moveToTheLeft')}
          </Button>
          <Button
            size="small"
            look="plain"
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
