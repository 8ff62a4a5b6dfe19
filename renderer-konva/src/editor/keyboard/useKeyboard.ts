import { editedBlockOf } from '@cobble/engine';
import { useEffect } from 'react';
import { commands } from '../commands/index.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { isInGesture } from './isInGesture.ts';
import { isMac } from './isMac.ts';
import { isTyping } from './isTyping.ts';
import { type KeyBinding, matchesKey, parseKey } from './KeyBinding.ts';

interface Bound {
  readonly binding: KeyBinding;
  readonly command: (typeof commands)[number];
}

const BOUND: readonly Bound[] = commands.flatMap((command) =>
  command.keys.map((text) => ({ binding: parseKey(text), command })),
);

/** Works with a field in focus too: nobody types it. */
const EVERYWHERE = new Set(['toggle-preview', 'to-toolbar', 'link-text']);

/** What works in the words that are edited on the canvas: the browser would zoom all of its window. */
const IN_TEXT = new Set(['zoom-in', 'zoom-out']);

/** What a toolbar with the focus does itself, and no nudging. */
const WALKS_IN_TOOLBARS = /^(?:Arrow(?:Left|Right|Up|Down)|Home|End)$/;

/** What works in the middle of a drag: the rest would act on what is half moved. */
const IN_GESTURE = new Set(['escape', 'zoom-in', 'zoom-out']);

/** What works while text is edited and the focus is on a button beside it. */
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
 * Listens for the keys of all commands while a page is on screen. Keys are the host's alone: they
 * are taken before the canvas hears them, matched to this keyboard's layout, and what is the
 * canvas's goes to `editor.dispatch`.
 */
export function useKeyboard(store: EditorStore): void {
  useEffect(() => {
    const mac = isMac();
    const hear = (event: KeyboardEvent) => {
      if (event.isComposing || store.hasDialog) return;
      if (isForEditedText(store, event)) {
        // Before the browser acts on the key, so that the letter lands in the words.
        event.stopPropagation();
        focusCanvas(store.editor);
        return;
      }
      if (isInToolbar(event.target) && event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        focusCanvas(store.editor);
        return;
      }
      if (isInToolbar(event.target) && WALKS_IN_TOOLBARS.test(event.key)) return;
      const bound = BOUND.find(
        ({ binding, command }) =>
          matchesKey(binding, event, mac) && command.isAvailable?.(store) !== false,
      );
      if (!bound) return;
      const { command, binding } = bound;
      const isElsewhere = isTyping(event.target) || isInPopup(event.target);
      const isHeard =
        EVERYWHERE.has(command.id) || (isInText(event.target) && IN_TEXT.has(command.id));
      if (isElsewhere && !isHeard) return;
      if (!store.isEditing && !command.inPreview) return;
      if (editedBlockOf(store.editor.mode) !== null && !WITH_TEXT.has(command.id)) return;
      if (isInGesture(store.editor) && !IN_GESTURE.has(command.id)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      // A button in focus keeps what presses it.
      if (isOnButton(event.target) && binding.key === 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      if (command.isCanvasKey)
        store.editor.dispatch({
          type: 'keydown',
          key: binding.key,
          ctrl: binding.ctrl,
          alt: binding.alt,
          shift: binding.shift,
        });
      else command.run(store, { shift: event.shiftKey });
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => {
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [store]);
}

/**
 * Whether a key is meant for the words being edited though the focus is elsewhere: it must never
 * become a tool. Buttons keep what presses them and what walks between them.
 */
function isForEditedText(store: EditorStore, event: KeyboardEvent): boolean {
  const { mode } = store.editor;
  if (!store.isEditing || editedBlockOf(mode) === null) return false;
  if (isTyping(event.target) || isInPopup(event.target)) return false;
  if (event.ctrlKey || event.metaKey || event.key === 'Escape' || event.key === 'Tab') return false;
  return !isOnButton(event.target) || (event.key.length === 1 && event.key !== ' ');
}

/** Whether keys are a popup's or a dialog's: Esc closes it, arrows move its sliders. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
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
