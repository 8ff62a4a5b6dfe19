/** A key with its modifiers. `ctrl` means Cmd on a Mac. */
export interface KeyBinding {
  /** The character (`v`, `]`, `?`) or the name (`Escape`, `ArrowLeft`) that the key gives. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** What matching reads of a `KeyboardEvent`. */
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

/** Reads `Ctrl+Shift+L` as a binding; the last part is the key. */
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

/** The physical key that a character has on the layout most people know, as `KeyboardEvent.code`. */
function codeOf(key: string): string {
  if (/^[a-z]$/.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return NAMED_CODES[key] ?? key;
}

/**
 * Whether a press is a binding's: by the character it gives, else, where that character is none
 * that any binding could name (another script, or what Alt and Shift make of it), by the physical
 * key.
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
  // Which symbols need Shift differs between layouts, so that Shift says nothing about them.
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

/** A binding as people read it: `Ctrl+Shift+L`, on a Mac `⌘⇧L`. */
export function keyLabel(binding: KeyBinding, isMac: boolean): string {
  const name =
    GLYPHS[binding.key] ?? (binding.key.length === 1 ? binding.key.toUpperCase() : binding.key);
  if (isMac)
    return [binding.ctrl && '⌘', binding.alt && '⌥', binding.shift && '⇧', name]
      .filter(Boolean)
      .join('');
  return [binding.ctrl && 'Ctrl', binding.alt && 'Alt', binding.shift && 'Shift', name]
    .filter(Boolean)
    .join('+');
}
