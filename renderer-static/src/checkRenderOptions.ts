import { inputError } from './inputError.ts';
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
 * @throws CobbleError `input_invalid` (details: `path`) for an option of the wrong type
 */
export function checkRenderOptions(options: RenderOptions, path = 'options'): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) throw inputError(path, 'must be an object');
  for (const [name, type] of Object.entries(TYPES)) {
    const value: unknown = Reflect.get(given, name);
    // `readKits` checks kits and says more about them.
    if (value === undefined || name === 'kits' || (value === null && name === 'attributionUrl'))
      continue;
    if (typeof value !== type || value === null)
      throw inputError(`${path}.${name}`, `must be a ${type}`.replace('a object', 'an object'));
  }
}
