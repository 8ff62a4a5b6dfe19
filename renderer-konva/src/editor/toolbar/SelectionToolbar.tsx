import { editedBlockOf } from '@cobble/engine';
import { classNames } from '../ui/classNames.ts';
import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Bar } from '../components/Bar.tsx';
import { PopupSide } from '../components/PopupSide.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { SelectionControls } from './SelectionControls.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './SelectionToolbar.module.css';

/** The gaps between the selection and a toolbar above or below it, px. */
const MARGIN_PX = { above: 16, below: 14 } as const;
/** The height that the rotate handle takes up below the selection, px. The toolbar avoids it. */
const ROTATE_HANDLE_PX = 40;
/** The gap between the toolbar and the canvas's edges, px. */
const CLAMP_PX = 16;
/** The width that the tools at the left cover, px. */
const TOOLS_PX = 72;
/** The height that the bars at the top cover, px. */
const TOP_BARS_PX = 60;
/** The height that two toasts at the bottom cover, px. */
const TOASTS_PX = 120;

const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing']);

/**
 * The toolbar of the selection, above or below it; on phones above the tools. It is hidden during
 * gestures.
 */
export const SelectionToolbar = observer(function SelectionToolbar(props: {
  /** The canvas's frame, whose corner is the origin of selection rectangles. */
  readonly frame: HTMLElement | null;
}) {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { editor, view } = store;
  const blocks = editor.selectedBlocks;
  const rect = view.selectionRect;
  const isShown =
    store.isEditing && rect !== null && blocks.length > 0 && IDLE_MODES.has(editor.mode.name);
  const { refs, floatingStyles, update, placement } = useFloating({
    placement: 'top',
    strategy: 'fixed',
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(({ placement }) =>
        placement.startsWith('top') ? MARGIN_PX.above : MARGIN_PX.below + ROTATE_HANDLE_PX,
      ),
      flip({ padding: { top: TOP_BARS_PX + CLAMP_PX, bottom: TOASTS_PX + CLAMP_PX } }),
      shift({
        padding: {
          top: TOP_BARS_PX + CLAMP_PX,
          right: CLAMP_PX,
          bottom: TOASTS_PX + CLAMP_PX,
          left: TOOLS_PX,
        },
        crossAxis: true,
      }),
    ],
  });
  const { frame } = props;
  useEffect(() => {
    if (!rect || !frame) return;
    const at = frame.getBoundingClientRect();
    refs.setPositionReference({
      getBoundingClientRect: () =>
        new DOMRect(rect.x + at.x, rect.y + at.y, rect.width, rect.height),
    });
    update();
  }, [rect, frame, refs, update]);
  if (!isShown) return null;
  if (isPhone)
    return (
      <Bar
        isContextual
        label={t('common.selection')}
        lifted
        className={classNames(
          styles['phone'],
          editedBlockOf(editor.mode) !== null && styles['above-keyboard'],
        )}
      >
        <SelectionControls blocks={blocks} />
      </Bar>
    );
  return (
    <div
      ref={(element) => {
        refs.setFloating(element);
      }}
      style={floatingStyles}
      className={styles['floating']}
    >
      <PopupSide value={placement.startsWith('top') ? 'top' : 'bottom'}>
        <Bar isContextual label={t('common.selection')} lifted>
          <SelectionControls blocks={blocks} />
        </Bar>
      </PopupSide>
    </div>
  );
});
