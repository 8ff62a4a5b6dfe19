import type { Editor } from '@cobble/engine';
import { normalizeColor } from '@cobble/engine/colors';
import { ColorPicker } from '../ui/color-picker/ColorPicker.tsx';
import { Popup } from './Popup.tsx';
import { Swatch } from './Swatch.tsx';
import { ToolButton } from './ToolButton.tsx';
import { useStaged } from './useStaged.ts';

/**
 * A button with a swatch that opens the colour picker. Colours go to the in-progress copy: Escape
 * cancels them, closing in any other way commits them. With `isDirect`, they are left to the
 * caller's in-progress copy, and closing the picker neither cancels nor commits them.
 */
export function ColorPopup(props: {
  readonly editor: Editor;
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  /** For edits with an in-progress copy of their own (text while it is edited). */
  readonly isDirect?: boolean;
}) {
  const { editor, label, value, onChange, isDirect = false } = props;
  const staged = useStaged(editor);
  return (
    <Popup
      label={label}
      trigger={
        <ToolButton label={label}>
          <Swatch color={value} />
        </ToolButton>
      }
      onClose={(how) => {
        if (how === 'escape') staged.cancel();
        else staged.commit();
      }}
    >
      <ColorPicker
        label={label}
        value={normalizeColor(value) ?? '#000000'}
        onValue={(color) => {
          if (isDirect) onChange(color);
          else
            staged.change(() => {
              onChange(color);
            });
        }}
      />
    </Popup>
  );
}
