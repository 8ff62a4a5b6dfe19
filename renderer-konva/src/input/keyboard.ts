import type { Editor } from '@cobble/engine';
import { MissedKeyUps } from './MissedKeyUps.ts';

/** What {@link listenToKeys} needs from a canvas. */
export interface KeyTarget {
  readonly editor: Pick<Editor, 'dispatch' | 'selection'>;
  /** The canvas's root element. */
  readonly root: HTMLElement;
  /** Handles a key that zooms; returns false for other keys. */
  readonly zoomByKey: (event: KeyboardEvent) => boolean;
  readonly pointer: {
    /** Whether a press that was sent to the editor has not ended yet. */
    readonly isDown: boolean;
    /** Sets whether dragging pans. */
    setSpaceDown(isDown: boolean): void;
  };
}

/**
 * Sends keys to the editor while the canvas has the focus. Text fields and the text being edited
 * keep their keys; the text passes on Escape itself, and zoom keys are handled there too.
 *
 * @returns a function that stops it
 */
export function listenToKeys({ editor, root, zoomByKey, pointer }: KeyTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  const keyUps = new MissedKeyUps((key) => {
    if (key === ' ') pointer.setSpaceDown(false);
    editor.dispatch({ type: 'keyup', key });
  });
  root.addEventListener(
    'keydown',
    (event) => {
      // The selection must not change while it is dragged.
      if (event.key === 'Tab' && pointer.isDown) event.preventDefault();
    },
    { signal, capture: true },
  );
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isTextField(event.target)) {
        // Otherwise the browser would zoom its whole window.
        if (isEditedText(event.target) && (event.ctrlKey || event.metaKey)) zoomByKey(event);
        return;
      }
      keyUps.down(event);
      const isTab = event.key === 'Tab';
      // During a drag Alt drags a copy and must not open the browser's menu.
      const isAltInDrag = event.key === 'Alt' && pointer.isDown;
      const isOwn = isAltInDrag || isCanvasKey(event, editor.selection.size > 0);
      // First, as the host's tool and bound keys come before the canvas's own. Tab moves through the
      // accessibility tree, so the editor's command for it must not run.
      const isHandledByHost = editor.dispatch(keyDownOf(event), { hostOnly: isTab });
      if (isHandledByHost || isOwn) event.preventDefault();
      else if (event.key === ' ') {
        event.preventDefault();
        pointer.setSpaceDown(true);
      } else if (!isTab) zoomByKey(event);
    },
    { signal },
  );
  root.addEventListener(
    'keyup',
    (event) => {
      keyUps.up(event);
      if (event.key === ' ') pointer.setSpaceDown(false);
      if (!isTextField(event.target)) editor.dispatch({ ...keyDownOf(event), type: 'keyup' });
    },
    { signal },
  );
  root.addEventListener(
    'focusout',
    () => {
      keyUps.stop();
      pointer.setSpaceDown(false);
    },
    { signal },
  );
  return () => {
    stop.abort();
    keyUps.stop();
  };
}

/**
 * Keys that the engine handles when idle and that the browser must not act on, as `modifiers+key`
 * with modifiers in the order ctrl, alt, shift. Tab is left to the browser, as it moves through the
 * accessibility tree.
 */
const HANDLED = new Set([
  'delete',
  'backspace',
  'arrowleft',
  'arrowright',
  'arrowup',
  'arrowdown',
  'shift+arrowleft',
  'shift+arrowright',
  'shift+arrowup',
  'shift+arrowdown',
  'ctrl+arrowleft',
  'ctrl+arrowright',
  'ctrl+arrowup',
  'ctrl+arrowdown',
  'ctrl+shift+arrowleft',
  'ctrl+shift+arrowright',
  'ctrl+shift+arrowup',
  'ctrl+shift+arrowdown',
  'alt+arrowup',
  'alt+arrowdown',
  '>',
  '<',
  'shift+>',
  'shift+<',
  'alt+shift+>',
  'alt+shift+<',
  'alt+shift+.',
  'alt+shift+,',
  'ctrl+a',
  'ctrl+d',
  'ctrl+e',
  'ctrl+z',
  'ctrl+shift+z',
  'ctrl+y',
  ']',
  '[',
  'alt+]',
  'alt+[',
  'ctrl+g',
  'ctrl+shift+g',
  'ctrl+shift+l',
  'alt+a',
  'alt+d',
  'alt+w',
  'alt+s',
  'alt+v',
  'alt+h',
  'enter',
  'escape',
]);

/** Keys that the browser keeps when nothing is selected; arrow keys then scroll the page. */
const NEED_SELECTION = /^(?:ctrl\+|alt\+)?(?:shift\+)?(?:arrow|[<>])|^(?:delete|backspace|enter)$/;

interface KeyLike {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The key by its character, or by its physical position where Alt or another keyboard layout
 * changes the character: Alt+A is å on a Mac, and the A key types ф on a Russian keyboard.
 */
export function keyOf(event: KeyLike): string {
  const { key, code } = event;
  if (key.length !== 1) return key;
  const plain = /^[\x20-\x7e]$/.test(key);
  if (plain && !event.altKey) return key;
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (code === 'BracketLeft') return '[';
  if (code === 'BracketRight') return ']';
  if (code === 'Comma') return ',';
  if (code === 'Period') return '.';
  return key;
}

/** The event that the engine gets for a key that is pressed. */
export function keyDownOf(event: KeyLike) {
  return {
    type: 'keydown',
    key: keyOf(event),
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  } as const;
}

/** Whether the editor handles a key, so that the browser must not. */
export function isCanvasKey(event: KeyLike, hasSelection: boolean): boolean {
  const name =
    (event.ctrlKey || event.metaKey ? 'ctrl+' : '') +
    (event.altKey ? 'alt+' : '') +
    (event.shiftKey ? 'shift+' : '') +
    keyOf(event).toLowerCase();
  return HANDLED.has(name) && (hasSelection || !NEED_SELECTION.test(name));
}

/** Whether keys belong to a text field or an editable element instead of the canvas. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether an event's target is in the text that is being edited on the canvas. */
export function isEditedText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-cobble-text]') !== null;
}
