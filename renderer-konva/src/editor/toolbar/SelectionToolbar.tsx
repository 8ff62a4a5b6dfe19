import { type Box, editedBlockOf, type Point } from '@cobble/engine';
import { autoUpdate, type Middleware, useFloating } from '@floating-ui/react';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { placeHandles } from '../../chrome/handles.ts';
import { selectionFrameOf } from '../../chrome/selectionFrame.ts';
import { Bar } from '../components/Bar.tsx';
import { PopupSide } from '../components/PopupSide.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useIsPhone } from '../bars/useIsPhone.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { classNames } from '../ui/classNames.ts';
import { EDGES_PX, placeToolbar, type ToolbarPlace } from './placeToolbar.ts';
import { SelectionControls } from './SelectionControls.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './SelectionToolbar.module.css';

/** The least gap between the tools and the toolbar, px. */
const TOOLS_GAP_PX = 6;

const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing']);

/**
 * The toolbar of the selection, where it covers no handles; on phones above the tools. It is hidden
 * during gestures, and while the selection is out of view, unless it has the keyboard focus or an
 * open popup, or a text is edited.
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
  const { frame } = props;
  const handles = isShown ? handlesOf(store) : [];
  const uploads = blocks.filter(({ uuid }) => store.uploads.items.has(uuid)).length;
  const { refs, floatingStyles, update, middlewareData } = useFloating({
    strategy: 'fixed',
    whileElementsMounted: autoUpdate,
    middleware: [clearOfHandles(frame, handles, uploads)],
  });
  const place = middlewareData['place'] as ToolbarPlace | undefined;
  useEffect(() => {
    if (!rect || !frame) return;
    const at = frame.getBoundingClientRect();
    refs.setPositionReference({
      getBoundingClientRect: () =>
        new DOMRect(rect.x + at.x, rect.y + at.y, rect.width, rect.height),
    });
    update();
  }, [rect, frame, refs, update]);
  const bar = useRef<HTMLDivElement>(null);
  const selected = blocks.map(({ uuid }) => uuid).join(' ');
  // Otherwise the first controls for another block could be out of view.
  useLayoutEffect(() => {
    if (bar.current) bar.current.scrollLeft = 0;
  }, [selected]);
  if (!isShown) return null;
  const isTextEdited = editedBlockOf(editor.mode) !== null;
  const isAway = !view.isSelectionInView && !isTextEdited;
  // The same elements on all screens, so that a popup stays open when a phone is turned.
  return (
    <div
      ref={(element) => {
        refs.setFloating(element);
      }}
      {...(!isPhone && { style: floatingStyles })}
      className={classNames(!isPhone && styles['floating'], isAway && styles['away'])}
      data-low={!isPhone && place?.isLow}
    >
      <PopupSide value={!isPhone && place?.isAbove ? 'top' : 'bottom'}>
        <Bar
          ref={bar}
          isContextual
          label={t('common.selection')}
          lifted
          className={classNames(
            isPhone && styles['phone'],
            isPhone && isTextEdited && styles['above-keyboard'],
          )}
        >
          <SelectionControls blocks={blocks} />
        </Bar>
      </PopupSide>
    </div>
  );
});

/** The handles of the selection that are shown, view px. */
function handlesOf({ editor, view }: EditorStore): readonly Point[] {
  const selection = selectionFrameOf(editor);
  if (!selection || selection.isLocked || editedBlockOf(editor.mode) !== null) return [];
  return placeHandles(view.toView(selection.box), selection.rotationDeg);
}

/**
 * A middleware of Floating UI that places the toolbar; its data is a `ToolbarPlace`.
 *
 * @param uploads how many of the selected images are being uploaded
 */
function clearOfHandles(
  frame: HTMLElement | null,
  handles: readonly Point[],
  uploads: number,
): Middleware {
  return {
    name: 'place',
    // Floating UI compares these to know whether the position may have changed.
    options: [frame, handles, uploads],
    fn: ({ rects, elements: { floating } }) => {
      const workspace = floating.parentElement;
      if (!frame || !workspace) return {};
      const at = frame.getBoundingClientRect();
      const within = workspace.getBoundingClientRect();
      const leftPx = spaceForTools(workspace);
      const maxWidth = `${String(within.width - leftPx - EDGES_PX.right)}px`;
      if (floating.style.maxWidth !== maxWidth) {
        floating.style.maxWidth = maxWidth;
        return { reset: { rects: true } };
      }
      const place = placeToolbar({
        selection: rects.reference,
        handles: handles.map(({ x, y }) => ({ x: x + at.x, y: y + at.y })),
        cards: uploads === 0 ? [] : uploadsIn(frame),
        toolbar: rects.floating,
        workspace: within,
        leftPx,
      });
      return { x: place.x, y: place.y, data: place };
    },
  };
}

/** The boxes of the uploads that are shown on the canvas, client px. */
function uploadsIn(frame: HTMLElement): readonly Box[] {
  return [...frame.querySelectorAll('[data-cobble-upload]')].map((card) =>
    card.getBoundingClientRect(),
  );
}

/** The space at the editor's left edge that belongs to the tools, px: low windows have several columns. */
function spaceForTools(workspace: Element): number {
  const tools = workspace.querySelector('[data-cobble-bar="tools"]');
  if (!tools) return EDGES_PX.left;
  const { right } = tools.getBoundingClientRect();
  return Math.max(EDGES_PX.left, right - workspace.getBoundingClientRect().left + TOOLS_GAP_PX);
}
