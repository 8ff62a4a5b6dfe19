import { MoveVertical } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Popup } from '../components/Popup.tsx';
import { SliderField } from '../components/SliderField.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';

/** The slider's range, px at the reference width. A taller section extends it. */
const RANGE_PX = { min: 40, max: 2400 } as const;

/** Sets a section's height, px at the reference width. Its lower edge can be dragged too. */
export const SectionHeightPopup = observer(function SectionHeightPopup({
  uuid,
}: {
  readonly uuid: string;
}) {
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  const staged = useStaged(editor);
  const section = editor.blocks.get(uuid);
  if (!section) return null;
  const reference = editor.fields.settings.referenceWidth;
  const heightPx = Math.round(section.position.height * reference);
  return (
    <Popup
      label={t('sectionHeightPopup.sectionHeight')}
      side="left"
      trigger={
        <ToolButton label={t('sectionHeightPopup.sectionHeight')} tooltipSide="left">
          <MoveVertical />
        </ToolButton>
      }
    >
      <SliderField
        label={t('sectionHeightPopup.height')}
        unit="px"
        min={RANGE_PX.min}
        max={Math.max(RANGE_PX.max, heightPx)}
        step={10}
        value={heightPx}
        onChange={(px) => {
          staged.change(() => {
            store.report(editor.resizeSection(uuid, { height: px / reference }));
          });
        }}
        onCommit={staged.commit}
        onCancel={staged.cancel}
      />
    </Popup>
  );
});
