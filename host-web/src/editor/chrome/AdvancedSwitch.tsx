import { Switch as Radix } from 'radix-ui';
import { observer } from 'mobx-react-lite';
import { useStores } from '../../stores/useStores.ts';
import styles from './AdvancedSwitch.module.css';

/** Advanced mode: page rails beside the window (editing-canvas.md section 2). */
export const AdvancedSwitch = observer(function AdvancedSwitch() {
  const { preferences } = useStores();
  return (
    <label className={styles['field']}>
      Advanced mode
      <Radix.Root
        className={styles['root']}
        checked={preferences.values.advancedModeEnabled}
        onCheckedChange={(isOn) => {
          preferences.setAdvancedMode(isOn);
        }}
      >
        <Radix.Thumb className={styles['thumb']} />
      </Radix.Root>
    </label>
  );
});
