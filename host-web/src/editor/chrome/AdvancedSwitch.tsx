import { Switch } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useStores } from '../../stores/useStores.ts';

/** Advanced mode: page rails beside the window. */
export const AdvancedSwitch = observer(function AdvancedSwitch() {
  const { preferences } = useStores();
  return (
    <Switch
      label="Advanced mode"
      isOn={preferences.values.advancedModeEnabled}
      onToggle={(isOn) => {
        preferences.setAdvancedMode(isOn);
      }}
      isSmall
    />
  );
});
