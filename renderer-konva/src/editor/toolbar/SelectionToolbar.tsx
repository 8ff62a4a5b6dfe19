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
const MARGIN = { above: 16, below: 14 } as const;
/** The distance of the rotate handle below the selection, px, which the toolbar leaves free. */
const ROTATE_HANDLE_PX = 40;
/** The gap between the toolbar and the canvas's edges, px. */
const CLAMP = 16;
/** The width that the tools at the left cover, px. */
const TOOLS = 72;
/** The height that the bars at the top cover, px. */
const TOP_BARS = 60;
/** The height that two toasts at the bottom cover, px. */
const TOASTS = 120;

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
        placement.startsWith('top') ? MARGIN.above : MARGIN.below + ROTATE_HANDLE_PX,
      ),
      flip({ padding: { top: TOP_BARS + CLAMP, bottom: TOASTS + CLAMP } }),
      shift({
        padding: { top: TOP_BARS + CLAMP, right: CLAMP, bottom: TOASTS + CLAMP, left: TOOLS },
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
