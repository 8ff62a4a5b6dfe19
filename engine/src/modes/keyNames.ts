import type { KeyInput } from './InputContext.ts';

const NAMED_CODES: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
};

/**
 * What a key may be called, the likeliest first: modifiers in the order ctrl, alt, shift, then the
 * key in lower case. It goes by the character; by the physical key too where that character is none
 * that a command could name: another script, or what Alt and Shift make of it.
 */
export function keyNames({ key, code, ctrl, alt, shift }: KeyInput): string[] {
  const modifiers = (ctrl ? 'ctrl+' : '') + (alt ? 'alt+' : '') + (shift ? 'shift+' : '');
  const character = key.toLowerCase();
  const names = [modifiers + character];
  const physical = code === undefined ? undefined : characterOf(code);
  const isPlain = key.length !== 1 || /^[\x20-\x7e]$/.test(key);
  if (physical !== undefined && physical !== character && (alt || shift || !isPlain))
    names.push(modifiers + physical);
  return names;
}

/** The character that a physical key has on the layout that most people know. */
function characterOf(code: string): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter.toLowerCase();
  return Object.hasOwn(NAMED_CODES, code) ? NAMED_CODES[code] : undefined;
}
