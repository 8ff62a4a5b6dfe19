import { PALETTE } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useT } from '../../../messages/i18n.ts';
import type { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

/** Radio buttons for the palette's colour families. */
export const PalettePicker = observer(function PalettePicker({
  store,
}: {
  readonly store: TryoutStore;
}) {
  const t = useT();
  const group = useId();
  return (
    <fieldset className={styles['palettes']}>
      <legend className="visually-hidden">{t('tryout.colors')}</legend>
      {PALETTE.map(({ name, middle, deep }) => (
        <label key={name} className={styles['palette']} title={name}>
          <input
            type="radio"
            className={styles['radio']}
            name={group}
            value={name}
            checked={store.paletteName === name}
            onChange={() => {
              store.setPalette(name);
            }}
          />
          <span className={styles['stone']} style={{ background: middle, borderColor: deep }} />
          <span className="visually-hidden">{name}</span>
        </label>
      ))}
    </fieldset>
  );
});
