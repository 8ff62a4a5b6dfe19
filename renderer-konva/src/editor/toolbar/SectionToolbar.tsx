import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { hitSectionEdge } from '../../chrome/SectionEdges.tsx';
import { useMedia } from '../bars/useMedia.ts';
import { Bar } from '../components/Bar.tsx';
import { ColorPopup } from '../components/ColorPopup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import { BARS_PX } from '../stores/ViewStore.ts';
import { SectionHeightPopup } from './SectionHeightPopup.tsx';
import styles from './SectionToolbar.module.css';

/** The gap between the window's right edge and the toolbar, px. */
const GAP_PX = 14;
/** The space that a page rail and its gap take up beside the window, px. */
const RAIL_PX = 28;
/** The height that the bars at the top cover, px. */
const TOP_BARS_PX = 76;
/** How long the pointer is over another section before the toolbar changes, ms. */
const HOVER_MS = 400;
/** How long the page must not scroll until it has arrived at an added or moved section, ms. */
const ARRIVAL_MS = 300;

/**
 * The toolbar of the section under the pointer, or of the one last touched, focused, moved or added:
 * order, height, colour, adding and deleting. It is beside the window's right edge if there is space,
 * and above the view bar. On narrow screens it is at the bottom, from when the section is pressed,
 * focused, moved or added until the user scrolls the page. It is hidden while blocks are selected, while drawing, and in
 * gestures other than changing a section's height.
 */
export const SectionToolbar = observer(function SectionToolbar(props: {
  readonly frame: HTMLElement | null;
}) {
  const t = useT();
  const store = useEditorStore();
  const { editor, view } = store;
  const [uuid, setUuid] = useState<string | null>(null);
  const { frame } = props;
  const bar = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia('(max-width: 1000px)');
  /** The scroll position at which it is shown on narrow screens; 'any' while the page scrolls to it. */
  const [shownAt, setShownAt] = useState<number | 'any' | null>(null);

  useEffect(() => {
    if (!frame) return undefined;
    let hovered: string | null = null;
    /** Where the pointer is over the canvas, client px; null if it is elsewhere. */
    let pointer: { readonly clientX: number; readonly clientY: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Stops waiting for the page to arrive at a section; undefined while it does not scroll to one. */
    let stopAwaiting: (() => void) | undefined;
    const hover = (found: string | null) => {
      if (found === hovered) return;
      hovered = found;
      clearTimeout(timer);
      // The toolbar can be beside other sections; it must not change on the way to it.
      if (found !== null)
        timer = setTimeout(() => {
          // What its popup changes must not be another section all of a sudden.
          if (!bar.current?.querySelector('[aria-expanded="true"]')) setUuid(found);
          else hovered = null;
        }, HOVER_MS);
    };
    const sectionAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const at = frame.getBoundingClientRect();
      const point = view.toPage({ x: clientX - at.x, y: clientY - at.y });
      const { y } = point;
      const { mode } = editor;
      // The pointer can be on the next section while it drags the edge of this one.
      if (mode.name === 'resizing-section') return mode.section;
      const edge = hitSectionEdge(editor, point, view.pxPerUnit, 'mouse');
      if (edge !== null) return edge;
      return editor.sectionIds.find((id) => {
        const box = editor.boxOf(id);
        return box !== null && y >= box.y && y < box.y + box.height;
      });
    };
    const leave = () => {
      pointer = null;
      hover(null);
    };
    const follow = (event: PointerEvent) => {
      const canvas = frame.querySelector('[data-cobble-canvas]');
      const isOver = event.target instanceof Node && canvas?.contains(event.target) === true;
      pointer = isOver ? event : null;
      if (!isOver) return;
      const found = sectionAt(event);
      hover(found ?? null);
      if (event.type !== 'pointerdown') return;
      if (found !== undefined) setUuid(found);
      setShownAt(view.scrollTop);
    };
    const followFocus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest('[data-block-item-section]') : null;
      const found = item?.getAttribute('data-block-item-section');
      if (found == null) return;
      setUuid(found);
      setShownAt(view.scrollTop);
    };
    // The page scrolls under a pointer that stays where it is.
    const stopScrolling = reaction(
      () => view.scrollTop,
      () => {
        if (stopAwaiting) awaitArrival();
        else if (pointer) hover(sectionAt(pointer) ?? null);
      },
    );
    const awaitArrival = () => {
      stopAwaiting?.();
      let frameId = 0;
      // A busy browser may be late to report that the page scrolls, but does so before it paints.
      const waiting = setTimeout(() => {
        frameId = requestAnimationFrame(() => {
          frameId = requestAnimationFrame(() => {
            stopAwaiting = undefined;
            setShownAt(view.scrollTop);
          });
        });
      }, ARRIVAL_MS);
      stopAwaiting = () => {
        clearTimeout(waiting);
        cancelAnimationFrame(frameId);
      };
    };
    const stopFollowing = reaction(
      () => view.scrolledTo,
      (section) => {
        if (!section) return;
        hover(null);
        setUuid(section.uuid);
        setShownAt('any');
        awaitArrival();
      },
    );
    frame.addEventListener('focusin', followFocus);
    frame.addEventListener('pointermove', follow);
    frame.addEventListener('pointerdown', follow);
    frame.addEventListener('pointerleave', leave);
    return () => {
      stopScrolling();
      stopFollowing();
      clearTimeout(timer);
      stopAwaiting?.();
      frame.removeEventListener('focusin', followFocus);
      frame.removeEventListener('pointermove', follow);
      frame.removeEventListener('pointerdown', follow);
      frame.removeEventListener('pointerleave', leave);
    };
  }, [frame, editor, view]);

  const id = uuid !== null && editor.blocks.has(uuid) ? uuid : (editor.sectionIds[0] ?? null);
  const section = id === null ? undefined : editor.blocks.get(id);
  const box = id === null ? null : editor.boxOf(id);
  const isShownInMode = editor.mode.name === 'layout' || editor.mode.name === 'resizing-section';
  if (
    !store.isEditing ||
    id === null ||
    !section ||
    !box ||
    !isShownInMode ||
    editor.selection.size > 0
  )
    return null;
  const rect = view.toView(box);
  const bottom = Math.min(rect.y + rect.height, view.height);
  const isShownHere = shownAt === 'any' || shownAt === view.scrollTop;
  if (isNarrow ? !isShownHere : bottom < TOP_BARS_PX + 60) return null;
  const index = editor.sectionIds.indexOf(id);
  const color = section.styles.background?.color ?? 'rgba(255, 255, 255, 0)';
  const windowRight = view.toView({ x: 0, y: 0, width: 1, height: 0 });
  const left = Math.min(
    windowRight.x + windowRight.width + GAP_PX + (store.isAdvanced ? RAIL_PX : 0),
    view.width - 60,
  );
  const top = Math.max(TOP_BARS_PX, rect.y + GAP_PX);
  const lowest = Math.min(bottom, view.height - BARS_PX);
  return (
    <Bar
      ref={bar}
      isContextual
      label={t('section.name', { number: index + 1 })}
      vertical={!isNarrow}
      className={styles['section']}
      style={
        isNarrow
          ? {}
          : {
              top,
              left,
              // Moves up to end at `lowest` (100% is its height), but not over the bars at the top.
              translate: `0 max(${px(TOP_BARS_PX - top)}, min(0px, ${px(lowest - top)} - 100%))`,
            }
      }
    >
      <ToolButton
        label={t('sectionToolbar.moveSectionUp')}
        tooltipSide="left"
        disabled={index === 0}
        onClick={() => {
          if (store.report(editor.moveSection(id, 'up'))) view.scrollToSection(id);
        }}
      >
        <ArrowUp />
      </ToolButton>
      <ToolButton
        label={t('sectionToolbar.moveSectionDown')}
        tooltipSide="left"
        disabled={index === editor.sectionIds.length - 1}
        onClick={() => {
          if (store.report(editor.moveSection(id, 'down'))) view.scrollToSection(id);
        }}
      >
        <ArrowDown />
      </ToolButton>
      {/* A press on another section closes them. */}
      <SectionHeightPopup key={`height ${id}`} uuid={id} />
      <ColorPopup
        key={`color ${id}`}
        editor={editor}
        label={t('sectionToolbar.sectionColor')}
        value={color}
        onChange={(next) => {
          store.report(
            editor.update(id, {
              styles: { background: { ...section.styles.background, color: next } },
            }),
          );
        }}
      />
      <ToolButton
        label={t('sectionToolbar.addSectionBelow')}
        tooltipSide="left"
        onClick={() => {
          const added = editor.addSection(index + 1);
          if (store.report(added)) view.scrollToSection(added.value);
        }}
      >
        <Plus />
      </ToolButton>
      <ToolButton
        label={t('sectionToolbar.deleteSection')}
        tooltipSide="left"
        onClick={() => {
          const removed = editor.remove([id]);
          if (!removed.ok && removed.code === 'selection_locked')
            store.notify(t('sectionToolbar.containsLocked'), { kind: 'error' });
          else store.report(removed);
        }}
      >
        <Trash2 />
      </ToolButton>
    </Bar>
  );
});

function px(length: number): string {
  return `${String(length)}px`;
}
