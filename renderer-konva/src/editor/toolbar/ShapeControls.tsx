import type { BuiltinBlockOf } from '@cobble/engine';
import { Shapes } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { Popup } from '../components/Popup.tsx';
import { ShapeGrid } from '../components/ShapeGrid.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { patchBlocks } from './patchBlocks.ts';
import { useT } from '../messages/i18n.ts';

/** Shape and colour of shape blocks. */
export const ShapeControls = observer(function ShapeControls({
  blocks,
}: {
  readonly blocks: readonly BuiltinBlockOf<'shape'>[];
}) {
  const t = useT();
  const store = useEditorStore();
  const [first] = blocks;
  if (!first) return null;
  return (
    <>
      <Popup
        label={t('shapeControls.changeShape')}
        trigger={
          <ToolButton label={t('shapeControls.changeShape')}>
            <Shapes />
          </ToolButton>
        }
      >
        <ShapeGrid
          value={first.content.shapeType}
          onChoose={(shapeType) => {
            patchBlocks(store, blocks, () => ({ content: { shapeType } }));
          }}
        />
      </Popup>
      <ColorPopup
        editor={store.editor}
        label={t('shapeControls.shapeColor')}
        value={first.content.shapeColor}
        onChange={(shapeColor) => {
          patchBlocks(store, blocks, () => ({ content: { shapeColor } }));
        }}
      />
    </>
  );
});
