import { editedBlockOf } from '@cobble/engine';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { commands } from '../commands/index.ts';
import { keyDownOf } from '../../input/keyboard.ts';
import { deepTarget } from '../focus/deepTarget.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import { textEditingSessionOf } from '../../text-editing/TextEditingSession.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { isInGesture } from './isInGesture.ts';
import { isMac } from '../../input/isMac.ts';
import { isTyping } from './isTyping.ts';
import { type KeyBinding, matchesKey, parseKey } from './KeyBinding.ts';

interface BoundCommand {
  readonly binding: KeyBinding;
  readonly command: (typeof commands)[number];
}

const BOUND_COMMANDS: readonly BoundCommand[] = commands.flatMap((command) =>
  command.keys.map((text) => ({ binding: parseKey(text), command })),
);

/** Commands that also work in a text field, because their keys type nothing. */
const EVERYWHERE = new Set(['toggle-preview', 'to-toolbar', 'link-text']);

/** Commands that work while text is edited; otherwise the browser would zoom its whole window. */
const IN_TEXT = new Set(['zoom-in', 'zoom-out']);

/** Keys that a focused toolbar handles itself; they do not nudge. */
const MOVES_IN_TOOLBARS = /^(?:Arrow(?:Left|Right|Up|Down)|Home|End)$/;

/** Keys that press a focused button, which keeps them. */
const PRESSES = new Set(['Enter', ' ']);

/** Commands that work during a gesture. Others would change blocks that are being moved. */
const IN_GESTURE = new Set(['escape', 'zoom-in', 'zoom-out']);

/** Commands that work while text is edited and the focus is elsewhere, such as on a button. */
const WITH_TEXT = new Set([
  'toggle-preview',
  'to-toolbar',
  'escape',
  'link-text',
  'undo',
  'redo',
  'zoom-in',
  'zoom-out',
]);

/**
 * Handles the keys of all commands while a page is open and the focus is in the editor or nowhere,
 * before the canvas gets them, in any keyboard layout. The host's tool and bound keys come first.
 * The canvas's own keys go to `editor.dispatch`.
 */
export function useKeyboard(store: EditorStore): void {
  useEffect(() => {
    const mac = isMac();
    const { editor } = store;
    const take = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const offerToHost = (event: KeyboardEvent) =>
      store.isEditing && editor.dispatch(keyDownOf(event), { hostOnly: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const target = deepTarget(event);
      if (!store.region.owns(target)) return;
      if (store.hasDialog) {
        // A dialog of the host may have left the focus on the canvas, which would handle the key.
        if (isOnCanvas(target)) event.stopPropagation();
        return;
      }
      if (isForEditedText(store, event, target)) {
        // Before the browser handles the key, so that the character is typed into the text.
        event.stopPropagation();
        focusCanvas(store);
        return;
      }
      if (isInToolbar(target) && event.key === 'Escape') {
        take(event);
        focusCanvas(store);
        return;
      }
      if (isInToolbar(target) && MOVES_IN_TOOLBARS.test(event.key)) return;
      const isElsewhere = isTyping(target) || isInPopup(target);
      const isKept = isOnButton(target) && PRESSES.has(event.key);
      const bound = BOUND_COMMANDS.find(
        ({ binding, command }) =>
          matchesKey(binding, event, mac) && command.isAvailable?.(store) !== false,
      );
      if (!bound) {
        // The canvas sends the keys that it gets. Tab always moves on from a button.
        if (isElsewhere || isKept || isOnCanvas(target) || event.key === 'Tab') return;
        if (offerToHost(event)) take(event);
        return;
      }
      const { command, binding } = bound;
      const isAllowed = EVERYWHERE.has(command.id) || (isInText(target) && IN_TEXT.has(command.id));
      if (isElsewhere && !isAllowed) {
        // The browser would select the text of the whole interface.
        if (command.id === 'select-all' && !isTyping(target)) take(event);
        return;
      }
      if (!store.isEditing && !command.inPreview) return;
      if (editedBlockOf(editor.mode) !== null && !WITH_TEXT.has(command.id)) return;
      if (isInGesture(editor) && !IN_GESTURE.has(command.id)) {
        take(event);
        return;
      }
      if (isKept) return;
      take(event);
      // The command may show the selected text's style, or move the focus away from it.
      flushSync(() => textEditingSessionOf(editor)?.readSelection());
      if (command.isCanvasKey)
        editor.dispatch({
          type: 'keydown',
          key: binding.key,
          ctrl: binding.ctrl,
          alt: binding.alt,
          shift: binding.shift,
        });
      else if (!offerToHost(event)) command.run(store, { shift: event.shiftKey });
    };
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', handleKey, { capture: true });
    };
  }, [store]);
}

/**
 * Whether a key is meant for the text being edited although the focus is elsewhere; it must never
 * start a tool. Buttons keep the keys that press them and move between them.
 */
function isForEditedText(
  store: EditorStore,
  event: KeyboardEvent,
  target: EventTarget | null,
): boolean {
  const { mode } = store.editor;
  if (!store.isEditing || editedBlockOf(mode) === null) return false;
  if (isTyping(target) || isInPopup(target)) return false;
  if (event.ctrlKey || event.metaKey || event.key === 'Escape' || event.key === 'Tab') return false;
  return !isOnButton(target) || (event.key.length === 1 && event.key !== ' ');
}

/** Whether keys belong to a popup or dialog: Escape closes it, arrow keys move its sliders. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

function isOnCanvas(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-cobble-canvas]') !== null;
}

function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-cobble-text]') !== null;
}

function isInToolbar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="toolbar"]') !== null;
}

function isOnButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a') !== null;
}
