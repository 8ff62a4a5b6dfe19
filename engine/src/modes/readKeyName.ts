import { didYouMean } from '../model/didYouMean.ts';
import { inputError } from '../model/inputError.ts';
import { dependsOnShift } from './keyNames.ts';

/** The modifiers, in the order of `keyNames`. */
const MODIFIERS = ['Ctrl', 'Alt', 'Shift'] as const;

/** Other names of the modifiers, in lower case. `Ctrl` is Cmd on a Mac. */
const OTHER_MODIFIERS: ReadonlyMap<string, string> = new Map([
  ...['cmd', 'command', 'control', 'meta', 'super', 'win', 'mod'].map((each) => [each, 'Ctrl']),
  ...['commandorcontrol', 'cmdorctrl', 'ctrlorcmd'].map((each) => [each, 'Ctrl']),
  ...['option', 'opt'].map((each) => [each, 'Alt']),
] as [string, string][]);

/** The keys that most keyboards have, as in the DOM. */
const KEYS: readonly string[] = [
  ...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Insert', 'Clear'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ContextMenu', 'Help', 'Pause', 'PrintScreen', 'CapsLock', 'NumLock', 'ScrollLock'],
  ...Array.from({ length: 24 }, (_, index) => `F${String(index + 1)}`),
];

/** Other keys of the DOM: for editing, for input methods and on special keyboards. */
const RARE_KEYS =
  /^(?:Again|Attn|Cancel|Copy|CrSel|Cut|EraseEof|ExSel|Execute|Find|Open|Paste|Play|Print|Props|Redo|Save|Select|Undo|Zoom(?:In|Out)|(?:App|Audio|Brightness|Browser|Channel|Close|Code|Color|Dead|Display|Eisu|Eject|Final|Gamma|Group|Guide|Hangul|Hanja|Hibernate|Hiragana|Junja|Kana|Kanji|Katakana|Last|Launch|Mail|Media|Microphone|Mode|Navigate|Next|Non|Pin|Power|Previous|Process|Romaji|Single|Soft|Speech|Spell|Stand|STB|TV|VolumeAll|Wake|Zenkaku|Hankaku)[A-Za-z\d]*)$/i;

/** Other names of keys, in lower case. */
const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  ['esc', 'Escape'],
  ['return', 'Enter'],
  ['del', 'Delete'],
  ['ins', 'Insert'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['pgup', 'PageUp'],
  ['pgdn', 'PageDown'],
  ['menu', 'ContextMenu'],
  ['plus', '+'],
  ['minus', '-'],
]);

/**
 * A key of a host's command as `keyNames` spells it: `Shift+Ctrl+K` is `ctrl+shift+k`. The key
 * itself may be `+`.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a modifier or key that does not exist:
 *   its command would run on another key, or never; also for Shift with a digit or symbol, which
 *   would match on some keyboards only
 */
export function readKeyName(name: string): string {
  const problem = problemOf(name);
  if (problem === null) return normalized(name);
  // Other notations: `Ctrl-B`, `Ctrl + B`.
  const respelt = name.trim().replace(/\s*[-+\s]\s*(?=\S)/g, '+');
  const isOtherNotation = respelt !== name && problemOf(respelt) === null;
  const hint = isOtherNotation ? `is not a key; did you mean ${respelt}?` : problem;
  throw inputError(`commands.${name}`, hint);
}

/** The modifiers and the key in a name; null if it ends in a modifier. */
function split(
  name: string,
): { readonly modifiers: readonly string[]; readonly key: string } | null {
  const [, prefix = '', key] = /^(.*\+)?(\+|[^+]+)$/su.exec(name) ?? [];
  return key === undefined ? null : { modifiers: prefix.split('+').slice(0, -1), key };
}

function normalized(name: string): string {
  const { modifiers = [], key = '' } = split(name.toLowerCase()) ?? {};
  const given = MODIFIERS.map((each) => each.toLowerCase()).filter((each) =>
    modifiers.includes(each),
  );
  return [...given, key].join('+');
}

/** Why a name is not that of a key; null if it is. */
function problemOf(name: string): string | null {
  const parts = split(name);
  if (!parts) return 'must be a key, such as Ctrl+B or Enter';
  const unknown = parts.modifiers.find((each) => !isIn(MODIFIERS, each));
  if (unknown !== undefined) {
    const meant = OTHER_MODIFIERS.get(unknown.toLowerCase()) ?? unknown.trim();
    const known = 'the modifiers are Ctrl (Cmd on a Mac), Alt and Shift';
    return `has the unknown modifier ${unknown}; ${known}${didYouMean(meant, MODIFIERS)}`;
  }
  const { key } = parts;
  if (isIn(parts.modifiers, 'Shift') && dependsOnShift(key)) {
    const reason = `whether ${key} is typed with Shift depends on the keyboard`;
    const hint = 'name only the character that is typed, such as ?';
    return `names Shift with ${key}, but ${reason}; ${hint}`;
  }
  if (/^.$/su.test(key) || isIn(KEYS, key) || RARE_KEYS.test(key)) return null;
  if (/^space(?:bar)?$/i.test(key)) return `has the unknown key ${key}; the space bar is ' '`;
  const meant = OTHER_KEYS.get(key.toLowerCase()) ?? key;
  const hint = didYouMean(meant, [...KEYS, ...OTHER_KEYS.values()]);
  return `has the unknown key ${key}; names are as in the DOM, such as Enter${hint}`;
}

function isIn(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}
