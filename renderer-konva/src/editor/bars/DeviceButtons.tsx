import { GEOMETRY } from '@cobble/engine';
import { Monitor, Smartphone } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';
import { useEditorStore } from '../EditorStoreContext.ts';

/** Two buttons that set the preview, and in Advanced mode the canvas, to desktop or phone size. */
export const DeviceButtons = observer(function DeviceButtons() {
  const t = useT();
  const store = useEditorStore();
  const { width, height } = GEOMETRY.phoneCanvasPx;
  const labels = {
    desktop: t('device.desktop'),
    mobile: t('device.mobile', { width, height }),
  };
  return (['desktop', 'mobile'] as const).map((device) => (
    <ToolButton
      key={device}
      label={labels[device]}
      tooltipSide="top"
      pressed={store.device === device}
      onClick={() => {
        store.setDevice(device);
      }}
    >
      {device === 'desktop' ? <Monitor /> : <Smartphone />}
    </ToolButton>
  ));
});
