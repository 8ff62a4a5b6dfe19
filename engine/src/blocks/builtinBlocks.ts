import type { BlockDefinition, BlockOf } from './BlockDefinition.ts';
import { guardedBlock } from './guardedBlock.ts';
import type { Kit } from './Kit.ts';
import { readKits } from './readKits.ts';
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

/** The definitions that every page can hold, by type. */
export const builtinBlocks = {
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
} as const;

/** The name of a built-in type; view maps are `satisfies Record<BuiltinBlockType, ...>`. */
export type BuiltinBlockType = keyof typeof builtinBlocks;

/** A block of a built-in type, told apart by `type`. */
export type BuiltinBlock = {
  [Type in BuiltinBlockType]: BlockOf<(typeof builtinBlocks)[Type]>;
}[BuiltinBlockType];

/** A built-in block of one type. */
export type BuiltinBlockOf<Type extends BuiltinBlockType> = BlockOf<(typeof builtinBlocks)[Type]>;

/**
 * Sees a block as its built-in type, or null when it is of another one. Content was checked when
 * the page was parsed or the block was added, so the type decides.
 */
export function asBuiltin(block: { readonly type: string }): BuiltinBlock | null {
  return Object.hasOwn(builtinBlocks, block.type) ? (block as BuiltinBlock) : null;
}

const builtinByType: ReadonlyMap<string, BlockDefinition> = new Map(
  // Whoever asks by a name has content of that type in hand, which the type of a map cannot say.
  Object.entries(builtinBlocks as unknown as Readonly<Record<string, BlockDefinition>>),
);

/** By the list of kits, so that a page of many blocks looks through a list once and not for each. */
const withKits = new WeakMap<readonly Kit[], ReadonlyMap<string, BlockDefinition>>();

/**
 * The definition of a type among the built-in ones and the kits, or null for an unknown type. A
 * built-in type is never another's; of two kits of one type the first counts. What a kit's functions
 * throw comes out as a `CobbleError` `kit_invalid`, and so does what is no list of kits.
 *
 * @param kits a list that does not change, because definitions are memoized by it
 */
export function findDefinition(type: string, kits?: readonly Kit[]): BlockDefinition | null {
  if (!kits || kits.length === 0) return builtinByType.get(type) ?? null;
  let known = withKits.get(kits);
  if (!known) {
    const kitBlocks = readKits(kits)
      .toReversed()
      .map(({ block }) => [block.type, guardedBlock(block)] as const);
    known = new Map([...kitBlocks, ...builtinByType]);
    withKits.set(kits, known);
  }
  return known.get(type) ?? null;
}
