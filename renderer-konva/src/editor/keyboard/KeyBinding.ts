import { inputError } from '@cobble/engine';

/** A key with its modifiers. `ctrl` means Cmd on a Mac. */
export interface KeyBinding {
  /** The character (`v`, `]`, `?`) or name (`Escape`, `ArrowLeft`) of the key. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The part of a `KeyboardEvent` that matching needs. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  getModifierState(name: 'AltGraph'): boolean;
}

const NAMED_CODES: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '.': 'Period',
  '+': 'Equal',
  '-': 'Minus',
  '>': 'Period',
  '<': 'Comma',
};

const MODIFIERS: readonly string[] = ['Ctrl', 'Shift', 'Alt'];

/** A character, or the name of a key in the DOM. */
const KEY = /^(?:.|[A-Z][A-Za-z\d]+)$/su;

/**
 * Parses a binding such as `Ctrl+Shift+L` or `Ctrl++`; the last part is the key.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for another modifier, such as `Cmd`, for
 *   modifiers without a key, and for a key that is neither a character nor a name of letters and digits
 */
export function parseKey(text: string): KeyBinding {
  if (typeof (text as unknown) !== 'string')
    throw inputError('text', 'must be a string, such as Ctrl+K');
  const isPlus = text === '+' || text.endsWith('++');
  const parts = isPlus ? [...text.slice(0, -1).split('+').filter(Boolean), '+'] : text.split('+');
  const modifiers = parts.slice(0, -1);
  const key = parts.at(-1) ?? '';
  const unknown = modifiers.find((each) => !MODIFIERS.includes(each));
  if (unknown === '') throw inputError('text', 'has a + without a modifier before it');
  if (unknown !== undefined)
    throw inputError(
      'text',
      `has the modifier ${unknown}; the modifiers are Ctrl (Cmd on a Mac), Shift and Alt`,
    );
  if (key === '')
    throw inputError(
      'text',
      modifiers.length > 0 ? 'has no key after its modifiers' : 'must be a key, such as Ctrl+K',
    );
  if (!KEY.test(key))
    throw inputError(
      'text',
      `has the key ${key}; keys are characters and names such as Escape, after + if there is a modifier`,
    );
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    ctrl: modifiers.includes('Ctrl'),
    shift: modifiers.includes('Shift'),
    alt: modifiers.includes('Alt'),
  };
}

/** The physical key of a character on a US keyboard, as `KeyboardEvent.code`. */
function codeOf(key: string): string {
  if (/^[a-z]$/.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return NAMED_CODES[key] ?? key;
}

/**
 * Whether a key press matches a binding: by its character, or by the physical key if the character
 * is not ASCII (another script) or the binding has Alt or Shift, which can change the character.
 */
export function matchesKey(binding: KeyBinding, press: KeyPress, isMac: boolean): boolean {
  const altGraph = press.getModifierState('AltGraph');
  const ctrl = !altGraph && (isMac ? press.metaKey : press.ctrlKey);
  const alt = !altGraph && press.altKey;
  const otherCtrl = isMac ? press.ctrlKey : press.metaKey;
  if (otherCtrl && !altGraph) return false;
  if (ctrl !== binding.ctrl || alt !== binding.alt) return false;
  const character = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const isSymbol = binding.key.length === 1 && !/[a-z\d]/.test(binding.key);
  // Layouts differ in which symbols need Shift, so Shift is ignored for symbols.
  if (!isSymbol && press.shiftKey !== binding.shift) return false;
  if (character === binding.key) return true;
  if (press.code !== codeOf(binding.key)) return false;
  return binding.alt || binding.shift || !/^[\x20-\x7e]$/.test(character);
}

const GLYPHS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ContextMenu: 'Menu',
};

const MAC_MODIFIERS: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/**
 * Writes the modifiers of keys and gestures as a Mac's keyboard shows them: `Ctrl+C` as `⌘C`,
 * `Alt+drag` as `⌥ drag`.
 */
export function withMacModifiers(keys: string): string {
  return keys.replace(
    /(Ctrl|Alt|Shift)\+(?=(\p{Ll})?)/gu,
    (_, name: string, word?: string) => `${MAC_MODIFIERS[name] ?? name}${word ? ' ' : ''}`,
  );
}

/**
 * Formats a binding for display: `Ctrl+Shift+L`, on a Mac `⌘⇧L`.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for an argument of the wrong type
 */
export function keyLabel(binding: KeyBinding, isMac: boolean): string {
  if (typeof (binding as Partial<KeyBinding> | null | undefined)?.key !== 'string')
    throw inputError('binding', 'must be the result of parseKey');
  if (typeof (isMac as unknown) !== 'boolean') throw inputError('isMac', 'must be true or false');
  const name =
    GLYPHS[binding.key] ?? (binding.key.length === 1 ? binding.key.toUpperCase() : binding.key);
  const label = [binding.ctrl && 'Ctrl', binding.alt && 'Alt', binding.shift && 'Shift', name]
    .filter(Boolean)
    .join('+');
  return isMac ? withMacModifiers(label) : label;
}
