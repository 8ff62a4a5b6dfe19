import type { KeyInput } from '../editor/InputEvent.ts';

const NAMED_CODES: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
};

/**
 * The names under which commands look up a key, the most likely first: modifiers in the order ctrl,
 * alt, shift, then the character in lower case (`ctrl+shift+z`). A symbol also has a name without
 * shift, because it depends on the keyboard whether typing it needs Shift. The physical key is the
 * last name where the character is from another script or was changed by Alt or Shift.
 */
export function keyNames({ key, code, ctrl, alt, shift }: KeyInput): string[] {
  const withoutShift = (ctrl ? 'ctrl+' : '') + (alt ? 'alt+' : '');
  const modifiers = withoutShift + (shift ? 'shift+' : '');
  const character = key.toLowerCase();
  const names = [modifiers + character];
  if (shift && isSymbol(key)) names.push(withoutShift + character);
  const physical = code === undefined ? undefined : characterOf(code);
  const isPlain = key.length !== 1 || /^[\x20-\x7e]$/.test(key);
  if (physical !== undefined && physical !== character && (alt || shift || !isPlain))
    names.push(modifiers + physical);
  return names;
}

/**
 * Whether it depends on the keyboard if a character is typed with Shift, so that a key name with
 * Shift would not match everywhere. Those that also have a physical key do.
 */
export function dependsOnShift(character: string): boolean {
  return isSymbol(character) && !Object.values(NAMED_CODES).includes(character);
}

/** Whether a key types one character without upper and lower case, other than a space. */
function isSymbol(key: string): boolean {
  return /^[^ ]$/su.test(key) && key.toLowerCase() === key.toUpperCase();
}

/** The character of a physical key on a US keyboard. */
function characterOf(code: string): string | undefined {
  const character = /^Key([A-Z])$/.exec(code)?.[1];
  if (character !== undefined) return character.toLowerCase();
  return Object.hasOwn(NAMED_CODES, code) ? NAMED_CODES[code] : undefined;
}
