import { Switch } from '../ui/switch/Switch.tsx';
import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';

/**
 * Switches Advanced mode, which shows page rails beside the window and buttons for the canvas size.
 */
export const AdvancedSwitch = observer(function AdvancedSwitch() {
  const t = useT();
  const store = useEditorStore();
  return (
    <Switch
      label={t('advancedSwitch.advancedMode')}
      isOn={store.isAdvanced}
      onToggle={(isOn) => {
        store.setAdvanced(isOn);
      }}
      isSmall
    />
  );
});
