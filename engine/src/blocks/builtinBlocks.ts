import { memoizeByObject } from '../model/memoize.ts';
import type { BlockDefinition, BlockOf } from './BlockDefinition.ts';
import { checkKitContent, type KitContent } from './checkContent.ts';
import { guardedBlock } from './guardedBlock.ts';
import type { Kit } from './Kit.ts';
import { guardOf, readKits } from './readKits.ts';
import { withoutTemporaryUrl } from './withoutTemporaryUrl.ts';
import { deepFreeze, isPlainRecord } from '../model/json.ts';
import { audio } from './audio/audio.ts';
import { bandcamp } from './bandcamp/bandcamp.ts';
import { button } from './button/button.ts';
import { channel } from './channel/channel.ts';
import { codeEmbed } from './code-embed/codeEmbed.ts';
import { codepen } from './codepen/codepen.ts';
import { drawing } from './drawing/drawing.ts';
import { gif } from './gif/gif.ts';
import { googleForms } from './google-forms/googleForms.ts';
import { group } from './group/group.ts';
import { gumroad } from './gumroad/gumroad.ts';
import { image } from './image/image.ts';
import { richButton } from './rich-button/richButton.ts';
import { shape } from './shape/shape.ts';
import { shopify } from './shopify/shopify.ts';
import { soundcloud } from './soundcloud/soundcloud.ts';
import { spotify } from './spotify/spotify.ts';
import { stickyNote } from './sticky-note/stickyNote.ts';
import { substack } from './substack/substack.ts';
import { text } from './text/text.ts';
import { tiktok } from './tiktok/tiktok.ts';
import { twitch } from './twitch/twitch.ts';
import { twitter } from './twitter/twitter.ts';
import { typeform } from './typeform/typeform.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { youtube } from './youtube/youtube.ts';

export type { Kit } from './Kit.ts';

/** The definitions of the built-in types. */
export const builtinBlocks = Object.freeze({
  audio,
  bandcamp,
  button,
  channel,
  'code-embed': codeEmbed,
  codepen,
  drawing,
  gif,
  'google-forms': googleForms,
  group,
  gumroad,
  image,
  'rich-button': richButton,
  shape,
  shopify,
  soundcloud,
  spotify,
  'sticky-note': stickyNote,
  substack,
  text,
  tiktok,
  twitch,
  twitter,
  typeform,
  vimeo,
  youtube,
} as const);

// All editors share them, and hosts get them from `definitionOf`.
for (const definition of Object.values(builtinBlocks))
  for (const part of Object.values(definition) as unknown[])
    if (isPlainRecord(part) || Array.isArray(part)) deepFreeze(part);

/** A built-in type. Maps of views are `satisfies Record<BuiltinBlockType, ...>`. */
export type BuiltinBlockType = keyof typeof builtinBlocks;

/** A block of a built-in type, discriminated by `type`. */
export type BuiltinBlock = {
  [Type in BuiltinBlockType]: BlockOf<(typeof builtinBlocks)[Type]>;
}[BuiltinBlockType];

/** A built-in block of one type. */
export type BuiltinBlockOf<Type extends BuiltinBlockType> = BlockOf<(typeof builtinBlocks)[Type]>;

/**
 * Narrows a block to its built-in type, or returns null for other types. Only the type is checked:
 * content was validated when the page was parsed or the block was added.
 */
export function asBuiltin(block: { readonly type: string }): BuiltinBlock | null {
  return Object.hasOwn(builtinBlocks, block.type) ? (block as BuiltinBlock) : null;
}

const builtinByType: ReadonlyMap<string, BlockDefinition> = new Map(
  // Looked up by type, a definition only ever receives content of that type, which Map cannot
  // express.
  Object.entries(builtinBlocks as unknown as Readonly<Record<string, BlockDefinition>>),
);

/**
 * The definitions of the types that kits add, by type. Memoized by list of kits, which must not be
 * mutated.
 */
const definitionsWith = memoizeByObject(
  (kits: readonly Kit[]): ReadonlyMap<string, BlockDefinition> => {
    const read = readKits(kits);
    const guard = guardOf(read);
    const kitBlocks = read
      .toReversed()
      .filter(({ block }) => !builtinByType.has(block.type))
      .map(({ block }) => [block.type, guardedBlock(block, guard)] as const);
    return new Map(kitBlocks);
  },
);

/**
 * Returns the definition of a built-in or kit type, or null if the type is unknown. Built-in types
 * take precedence over kits, and the first of two kits with the same type wins.
 *
 * @param of a type, or a block. A block of a kit's type that the kit cannot read, because its content
 *   has another version or does not pass the kit's schema, has no definition, like one of an unknown
 *   type
 * @param kits must not be mutated, because results are memoized by it
 * @throws CobbleError `kit_invalid` if `kits` is not a list of kits; the functions of a kit's
 * definition throw it when the kit's own code throws
 */
export function findDefinition(
  of: string | KitContent,
  kits?: readonly Kit[],
): BlockDefinition | null {
  const type = typeof of === 'string' ? of : of.type;
  const added = kits && kits.length > 0 ? definitionsWith(kits).get(type) : undefined;
  if (!added) return builtinByType.get(type) ?? null;
  if (typeof of === 'string') return added;
  return checkKitContent(added, withoutTemporaryUrl(of, added)) === null ? added : null;
}
