import type { Editor } from '@cobble/engine';
import { normalizeColor } from '@cobble/engine/colors';
import type { TextEditingSession } from '../../text-editing/TextEditingSession.ts';
import { ColorPicker } from '../ui/color-picker/ColorPicker.tsx';
import { Popup } from './Popup.tsx';
import { Swatch } from './Swatch.tsx';
import { ToolButton } from './ToolButton.tsx';
import { useStaged } from './useStaged.ts';

/** The size of the picker's popup, with a mouse: how tall it is, or how wide if that is too tall; px. */
const POPUP = { insteadOfPx: 420, widthPx: 500 };

/**
 * A button with a swatch that opens the colour picker. Colours that are dragged or typed go to the
 * in-progress copy until the picker commits them.
 */
export function ColorPopup(props: {
  readonly editor: Editor;
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  /** As for `useStaged`. */
  readonly session?: TextEditingSession | null;
}) {
  const { editor, label, value, onChange, session = null } = props;
  const staged = useStaged(editor, session);
  return (
    <Popup
      label={label}
      wide={POPUP}
      trigger={
        <ToolButton label={label}>
          <Swatch color={value} />
        </ToolButton>
      }
      onClose={staged.commit}
      keepsSheetAtTop
    >
      <ColorPicker
        label={label}
        value={normalizeColor(value) ?? '#000000'}
        onValue={(color) => {
          staged.change(() => {
            onChange(color);
          });
        }}
        onCommit={staged.commit}
        // Several blocks, or parts of a text, may each have had a colour of their own.
        onCancel={staged.cancel}
      />
    </Popup>
  );
}
