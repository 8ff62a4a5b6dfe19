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

/** Parses a binding such as `Ctrl+Shift+L`; the last part is the key. */
export function parseKey(text: string): KeyBinding {
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    ctrl: parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
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

/** Formats a binding for display: `Ctrl+Shift+L`, on a Mac `⌘⇧L`. */
export function keyLabel(binding: KeyBinding, isMac: boolean): string {
  const name =
    GLYPHS[binding.key] ?? (binding.key.length === 1 ? binding.key.toUpperCase() : binding.key);
  const label = [binding.ctrl && 'Ctrl', binding.alt && 'Alt', binding.shift && 'Shift', name]
    .filter(Boolean)
    .join('+');
  return isMac ? withMacModifiers(label) : label;
}
