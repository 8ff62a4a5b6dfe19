import { editedBlockOf } from '@cobble/engine';
import { Button } from '../ui/button/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Popover } from 'radix-ui';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { firstChoiceIn } from '../focus/choiceKeys.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import { PopupSide } from './PopupSide.ts';
import { useSheet } from './useSheet.ts';
import { useT } from '../messages/i18n.ts';
import styles from './Popup.module.css';

/** The gap between a popup and its button, px. */
const GAP_PX = 10;
/** The least gap between a popup and the window's edges, px. */
const EDGE_PX = 16;
/** The least height, px, that a popup may be limited to so that it does not cover the selection. */
const MIN_SPACE_PX = 240;
/** The width that a popup needs beside the selection, px: that of the widest one that is not `wide`. */
const WIDTH_PX = 300;
/** The space at the left edge of the window in which the tools are, px. */
const TOOLS_PX = 72;

/**
 * A panel that a button opens; on phones a sheet at the bottom, with the selection visible above
 * it. A list or grid of choices in it gets the focus. Escape, a press outside, its button and its
 * content close it. The focus then returns to the text being edited, or else to the canvas, unless
 * another element has it already. After Escape, a button that was pressed with the keyboard gets it
 * back if no text is being edited.
 */
export function Popup(props: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode | ((close: () => void, isSheet: boolean) => ReactNode);
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  readonly className?: string | undefined;
  /**
   * For content that would be taller than the space, but can be wide instead, where it has the
   * attribute `data-wide`: how tall it is otherwise, and then how wide, px. Not in sheets.
   */
  readonly wide?: { readonly insteadOfPx: number; readonly widthPx: number };
  /**
   * Whether its sheet on phones opens at the top, although the current choice, which has the focus,
   * may be further down: for content that begins with something else.
   */
  readonly keepsSheetAtTop?: boolean;
}) {
  const t = useT();
  const store = useEditorStore();
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  /** Whether the button was pressed with the keyboard; the mouse gives it no focus. */
  const isByKey = useRef(false);
  /** Whether the focus has moved already. Where the user moves it from then on, it stays. */
  const isFocusMoved = useRef(false);
  /** How tall it may be, px; null: as tall as the window allows. */
  const [maxHeightPx, setMaxHeight] = useState<number | null>(null);
  /** How it is moved aside so that it does not cover the selection; null: not at all. */
  const [aside, setAside] = useState<Aside | null>(null);
  const [isWide, setWide] = useState(false);
  const isPhone = useIsPhone();
  const barSide = useContext(PopupSide);
  const attachSheet = useSheet(isPhone);
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      content.current = element;
      return element ? attachSheet(element) : undefined;
    },
    [attachSheet],
  );
  const change = (open: boolean) => {
    if (open === isOpen) return;
    setOpen(open);
    // A popup that does not fit would open on the other side, over the selection. It scrolls instead.
    if (open && trigger.current) {
      const button = trigger.current;
      const spacePx = spaceBeside(button, props.side ?? barSide);
      const hasSpace = spacePx >= MIN_SPACE_PX;
      const sidesPx = (['top', 'bottom'] as const).map((side) => spaceBeside(button, side));
      const heightPx = hasSpace ? spacePx : Math.max(...sidesPx);
      const { insteadOfPx, widthPx } = props.wide ?? { insteadOfPx: 0, widthPx: WIDTH_PX };
      const mustBeWide = !isPhone && heightPx < insteadOfPx;
      setWide(mustBeWide);
      setMaxHeight(hasSpace ? spacePx : null);
      setAside(hasSpace ? null : asideOfSelection(button, store, mustBeWide ? widthPx : WIDTH_PX));
    }
    if (open) {
      isByKey.current = document.activeElement === trigger.current;
      isFocusMoved.current = false;
      props.onOpen?.();
    } else props.onClose?.();
  };
  const close = () => {
    change(false);
    // At once: `onCloseAutoFocus` runs later, and what the user types until then would be lost.
    focusCanvas(store);
    isFocusMoved.current = true;
  };
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        change(open);
      }}
    >
      <Popover.Trigger ref={trigger} asChild>
        {props.trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={attach}
          aria-label={props.label}
          side={props.side ?? barSide}
          align={props.align ?? 'center'}
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          {...aside}
          {...(isWide && { 'data-wide': '' })}
          {...(maxHeightPx !== null && { style: heightLimit(maxHeightPx) })}
          className={classNames(
            'cobble-ui',
            styles['popup'],
            isPhone ? styles['sheet'] : props.className,
          )}
          onEscapeKeyDown={(event) => {
            event.stopPropagation();
            close();
            if (isByKey.current && editedBlockOf(store.editor.mode) === null)
              trigger.current?.focus();
          }}
          onOpenAutoFocus={(event) => {
            // A field with `autoFocus` has the focus already. Without choices, the popup gets it,
            // because a focused button would show its tooltip.
            event.preventDefault();
            const { currentTarget } = event;
            if (!(currentTarget instanceof HTMLElement)) return;
            if (currentTarget.contains(document.activeElement)) return;
            const choice = firstChoiceIn(currentTarget);
            (choice ?? currentTarget).focus({ preventScroll: true });
            if (!isPhone || !props.keepsSheetAtTop) choice?.scrollIntoView({ block: 'nearest' });
          }}
          onFocusOutside={(event) => {
            // An edit moves the focus to the text for a moment; see `keepFocusInPopup`.
            if (isEditedText(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const { activeElement } = document;
            if (activeElement === trigger.current) return;
            if (isFree(activeElement, content.current, !isFocusMoved.current)) focusCanvas(store);
          }}
        >
          {isPhone ? (
            <div className={styles['head']}>
              <h2 className={styles['title']}>{props.label}</h2>
              <Button
                size="small"
                onClick={() => {
                  close();
                }}
              >
                {t('common.done')}
              </Button>
            </div>
          ) : null}
          {typeof props.children === 'function'
            ? props.children(() => {
                close();
              }, isPhone)
            : props.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The height between a button and the window's edge that a popup can use, px; 0 at the sides. */
function spaceBeside(button: Element, side: 'top' | 'right' | 'bottom' | 'left'): number {
  const { top, bottom } = button.getBoundingClientRect();
  if (side !== 'top' && side !== 'bottom') return 0;
  const room = side === 'top' ? top : window.innerHeight - bottom;
  return Math.floor(room - GAP_PX - EDGE_PX);
}

/** Props of the popup that move it along its button's bar. */
type Aside = Pick<Popover.PopoverContentProps, 'align' | 'alignOffset' | 'sticky'>;

/**
 * Where a popup of the selection's toolbar that would cover the selection is beside it; null if it
 * would not, or if there is no space.
 */
function asideOfSelection(
  button: Element,
  { editor, view, region }: EditorStore,
  widthPx: number,
): Aside | null {
  const canvas = region.find('[data-cobble-canvas]')?.getBoundingClientRect();
  const isInToolbar = button.closest('[data-cobble-bar="context"]') !== null;
  if (!canvas || !view.selectionRect || !isInToolbar || editor.selection.size === 0) return null;
  const left = canvas.x + view.selectionRect.left - EDGE_PX;
  const right = canvas.x + view.selectionRect.right + EDGE_PX;
  const at = button.getBoundingClientRect();
  const center = (at.left + at.right) / 2;
  if (center + widthPx / 2 <= left || center - widthPx / 2 >= right) return null;
  // It may be far from its button.
  const sticky = 'always';
  if (window.innerWidth - EDGE_PX - right >= widthPx)
    return { align: 'start', alignOffset: right - at.left, sticky };
  if (left - TOOLS_PX >= widthPx) return { align: 'end', alignOffset: at.right - left, sticky };
  return null;
}

function heightLimit(px: number): CSSProperties {
  return { '--cobble-popup-space': `${String(px)}px` } as CSSProperties;
}

function isEditedText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.ProseMirror') !== null;
}

/** Whether the focus may move: it is in the closing popup, nowhere, or on a bar's button. */
function isFree(focused: Element | null, popup: HTMLElement | null, isFreeInBars: boolean) {
  if (!focused || focused === document.body || popup?.contains(focused)) return true;
  return isFreeInBars && focused.closest('[role="toolbar"]') !== null;
}
