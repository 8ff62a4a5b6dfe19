import { rovingFocus } from '../components/rovingFocus.ts';

/** Within this time, typed letters belong to one name, ms. */
const TYPING_MS = 1000;

/**
 * A ref for a list of buttons to choose from, see {@link attachKeys}. A popup that opens with such a
 * list or grid gives it the focus.
 */
export function listKeys(element: HTMLElement | null): (() => void) | undefined {
  return element ? attachKeys(element, 'vertical') : undefined;
}

/** The same for buttons in rows and columns. */
export function gridKeys(element: HTMLElement | null): (() => void) | undefined {
  return element ? attachKeys(element, 'grid') : undefined;
}

/** The button that has the focus first: the current choice, or else the first one. */
export function firstChoiceIn(popup: HTMLElement): HTMLElement | null {
  return popup.querySelector<HTMLElement>('[data-cobble-choices] [tabindex="0"]');
}

/**
 * Makes buttons one tab stop: arrow keys, Home and End move among them, and letters to the next one
 * whose name begins with them.
 */
function attachKeys(element: HTMLElement, orientation: 'vertical' | 'grid'): () => void {
  element.dataset['cobbleChoices'] = '';
  const current = element.querySelector<HTMLElement>('[aria-pressed="true"]');
  const stopMoving = rovingFocus(element, orientation, () => undefined, current);
  const stopTyping = jumpToTyped(element);
  return () => {
    stopMoving();
    stopTyping();
  };
}

function jumpToTyped(element: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let typed = '';
  let lastAtMs = -Infinity;
  const isTyping = (event: KeyboardEvent) => typed !== '' && event.timeStamp - lastAtMs < TYPING_MS;
  element.addEventListener(
    'keydown',
    (event) => {
      const { key, timeStamp, target, altKey, ctrlKey, metaKey } = event;
      if (key.length !== 1 || altKey || ctrlKey || metaKey || event.isComposing) return;
      const before = isTyping(event) ? typed : '';
      // A space presses the button unless a name is being typed.
      if (key === ' ' && before === '') return;
      event.preventDefault();
      event.stopPropagation();
      typed = before + key.toLocaleLowerCase();
      lastAtMs = timeStamp;
      // The same letter again and again: the next one that begins with it.
      const letter = typed.charAt(0);
      const isRepeated = typed === letter.repeat(typed.length);
      const buttons = [...element.querySelectorAll('button')].filter(({ disabled }) => !disabled);
      const at = buttons.findIndex((button) => button === target);
      const from = typed.length === 1 || isRepeated ? at + 1 : Math.max(0, at);
      const order = [...buttons.slice(from), ...buttons.slice(0, from)];
      const find = (start: string) => order.find((button) => nameOf(button).startsWith(start));
      (find(typed) ?? (isRepeated ? find(letter) : undefined))?.focus();
    },
    { signal },
  );
  element.addEventListener(
    'keyup',
    (event) => {
      // In Firefox, this would press the button.
      if (event.key === ' ' && isTyping(event)) event.preventDefault();
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}

function nameOf(button: HTMLElement): string {
  return (button.ariaLabel ?? button.textContent).trim().toLocaleLowerCase();
}
