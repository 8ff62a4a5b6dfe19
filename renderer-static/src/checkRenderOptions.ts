import { didYouMean, inputError } from '@cobble/engine';
import { webAddress } from './document/headHtml.ts';
import { en } from './messages/en.ts';
import type { RenderedSite, RenderOptions } from './RenderOptions.ts';

type Type = 'string' | 'number' | 'boolean' | 'function' | 'object' | 'list';
type Types<Fields> = Readonly<Record<keyof Fields & string, Type>>;

const OPTIONS: Types<RenderOptions> = {
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

const SITE: Types<RenderedSite> = {
  name: 'string',
  iconUrl: 'string',
  hasDefaultIcon: 'boolean',
  shareImageUrl: 'string',
  analyticsId: 'string',
  metaTags: 'list',
  feedUrl: 'string',
};

const SHARE_IMAGE: Types<NonNullable<RenderOptions['shareImage']>> = {
  url: 'string',
  width: 'number',
  height: 'number',
};

const META_TAG = { name: 'string', content: 'string' } as const;

/**
 * Checks the options of `renderPage`, which a script may get wrong. What a function of the host
 * returns is checked where it is used, and so are values that users enter, such as a site's icon.
 *
 * @param path of the options, for the error
 * @throws CobbleError `input_invalid` (details: `path`) for an option, field or message that does
 *   not exist, is missing or has the wrong type, and for a `url` or number that cannot be used
 */
export function checkRenderOptions(options: RenderOptions, path = 'options'): void {
  requireObject(path, options);
  requireKnown(path, options, OPTIONS, 'option');
  const { kits: _, attributionUrl, ...rest } = options;
  // `readKits` checks kits, with more specific errors.
  checkTypes(path, attributionUrl === null ? rest : { ...rest, attributionUrl }, OPTIONS);
  const { url, maxBytes, messages, site, shareImage } = options;
  if (url !== undefined && webAddress(url) === null)
    throw inputError(`${path}.url`, 'must be an absolute http(s) URL');
  if (maxBytes !== undefined) requirePositive(`${path}.maxBytes`, maxBytes);
  if (site) checkSite(`${path}.site`, site);
  if (shareImage) checkShareImage(`${path}.shareImage`, shareImage);
  checkMessages(`${path}.messages`, messages ?? {});
}

function checkSite(path: string, site: RenderedSite): void {
  requireKnown(path, site, SITE, 'field');
  checkTypes(path, site, SITE);
  for (const [index, tag] of (site.metaTags ?? []).entries()) {
    const tagPath = `${path}.metaTags.${String(index)}`;
    requireObject(tagPath, tag);
    requireAll(tagPath, tag, META_TAG);
  }
}

function checkShareImage(path: string, image: NonNullable<RenderOptions['shareImage']>): void {
  requireKnown(path, image, SHARE_IMAGE, 'field');
  requireAll(path, image, SHARE_IMAGE);
  for (const name of ['width', 'height'] as const) requirePositive(`${path}.${name}`, image[name]);
}

/** Rejects keys that do not exist, which would look as if they had been used. */
function requireKnown(path: string, given: object, types: object, kind: 'option' | 'field'): void {
  const names = Object.keys(types);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !names.includes(name)) {
      const article = kind === 'option' ? 'an' : 'a';
      const list = `is not ${article} ${kind}; the ${kind}s are ${names.join(', ')}`;
      throw inputError(`${path}.${name}`, list + didYouMean(name, names));
    }
}

/** Rejects fields of the wrong type; all may be undefined. */
function checkTypes(path: string, given: object, types: Readonly<Record<string, Type>>): void {
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(given, name);
    const isValid = type === 'list' ? Array.isArray(value) : typeof value === type;
    if (value !== undefined && (!isValid || value === null))
      throw inputError(`${path}.${name}`, `must be ${type === 'object' ? 'an' : 'a'} ${type}`);
  }
}

/** Like {@link checkTypes}, but none may be undefined. */
function requireAll(path: string, given: object, types: Readonly<Record<string, Type>>): void {
  for (const name of Object.keys(types))
    if (Reflect.get(given, name) === undefined) throw inputError(`${path}.${name}`, 'is missing');
  checkTypes(path, given, types);
}

function requireObject(path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw inputError(path, 'must be an object');
}

function requirePositive(path: string, value: number): void {
  if (!(value > 0)) throw inputError(path, 'must be a positive number');
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
