import { didYouMean, inputError } from '@cobble/engine';
import { en } from './en.ts';

/** The messages that were checked, as components render often. They are not changed afterwards. */
const checked = new WeakSet();

/** The keys of texts that the definitions of blocks provide. */
const DEFINITION_KEY = /^(type|shape|embedAction|altText)\../;

/** The end of the key of a message that depends on a number. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * Checks a host's messages for the canvas.
 *
 * @param path of the prop or field
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkCanvasMessages(path: string, messages: object): void {
  checkMessages(path, messages, en, DEFINITION_KEY);
}

/**
 * Checks a host's messages, which would be ignored if they were misspelt. A message with plural forms
 * may have those of any language.
 *
 * @param path of the prop or field
 * @param english the catalogue that they replace
 * @param others matches keys of other messages that exist
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkMessages(
  path: string,
  messages: object,
  english: object,
  others?: RegExp,
): void {
  if (checked.has(messages)) return;
  for (const [key, text] of Object.entries<unknown>({ ...messages })) {
    if (text === undefined) continue;
    const isPlural = Object.hasOwn(english, key.replace(PLURAL, '_other'));
    if (!Object.hasOwn(english, key) && !isPlural && others?.test(key) !== true)
      throw inputError(
        `${path}.${key}`,
        `is not a message${didYouMean(key, Object.keys(english))}`,
      );
    if (typeof text !== 'string') throw inputError(`${path}.${key}`, 'must be a string');
  }
  checked.add(messages);
}
