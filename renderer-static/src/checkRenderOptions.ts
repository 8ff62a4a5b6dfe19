import { didYouMean } from '@cobble/engine';
import { inputError } from './inputError.ts';
import { en } from './messages/en.ts';
import type { RenderOptions } from './RenderOptions.ts';

const TYPES: Readonly<
  Record<keyof RenderOptions, 'string' | 'number' | 'boolean' | 'function' | 'object'>
> = {
  url: 'string',
  attributionUrl: 'string',
  assetBaseUrl: 'string',
  fontBaseUrl: 'string',
  fonts: 'function',
  images: 'function',
  kits: 'object',
  safeMode: 'boolean',
  messages: 'object',
  site: 'object',
  codeEmbedUrl: 'function',
  shareImage: 'object',
  posts: 'function',
  linkTo: 'function',
  maxBytes: 'number',
  policyInHead: 'boolean',
  sha256: 'function',
};

/**
 * Checks the options of `renderPage`, which a script may get wrong. What a function of the host
 * returns is checked where it is used.
 *
 * @param path of the options, for the error
 * @throws CobbleError `input_invalid` (details: `path`) for an option or message that does not exist
 *   or has the wrong type
 */
export function checkRenderOptions(options: RenderOptions, path = 'options'): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) throw inputError(path, 'must be an object');
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !Object.hasOwn(TYPES, name)) {
      const names = Object.keys(TYPES);
      const list = `is not an option; the options are ${names.join(', ')}`;
      throw inputError(`${path}.${name}`, list + didYouMean(name, names));
    }
  for (const [name, type] of Object.entries(TYPES)) {
    const value: unknown = Reflect.get(given, name);
    // `readKits` checks kits, with more specific errors.
    if (value === undefined || name === 'kits' || (value === null && name === 'attributionUrl'))
      continue;
    if (typeof value !== type || value === null)
      throw inputError(`${path}.${name}`, `must be a ${type}`.replace('a object', 'an object'));
  }
  checkMessages(`${path}.messages`, options.messages ?? {});
}

/** Matches the keys of messages that blocks define, such as `altText.bell`. */
const DEFINITION_KEY = /^(embedAction|altText)\../;

function checkMessages(path: string, messages: object): void {
  for (const [key, value] of Object.entries(messages)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(en, key) && !DEFINITION_KEY.test(key))
      throw inputError(`${path}.${key}`, `is not a message${didYouMean(key, Object.keys(en))}`);
    if (typeof value !== 'string') throw inputError(`${path}.${key}`, 'must be a string');
  }
}
