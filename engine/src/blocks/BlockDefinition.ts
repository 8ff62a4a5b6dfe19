import type { z } from 'zod';
import type { Block } from '../model/Block.ts';
import type { SizePx } from '../model/Position.ts';
import type { Styles } from '../model/styles.ts';

/** What the editor may do with blocks of a type. */
export interface BlockCapabilities {
  /** A tap on the single selected block, or Enter, edits text in it. */
  readonly editsText: boolean;
  /** Corner handles keep the ratio of width to height without Shift. */
  readonly keepsAspect: boolean;
  /** Its height follows from its text, and its width while `content.useAutowidth` is true. */
  readonly autosizes: boolean;
  /** Its HTML must be able to grow: it holds text. */
  readonly holdsText: boolean;
  /** It can hold other blocks. */
  readonly holdsBlocks: boolean;
  /** It counts as an upload and has a temporary address while it is under way. */
  readonly uploads: boolean;
  /** Its width and height change apart from each other; else every handle keeps its ratio. */
  readonly resizesFreely: boolean;
  /** Flipping mirrors what it shows (`styles.flip`), not its place alone. */
  readonly mirrors: boolean;
}

/**
 * What a block is to somebody who has the page read to them. `text`: words in reading order, which
 * may hold headings. `link`: a way to somewhere else. `image`: needs words in place of it.
 * `decoration`: nothing, unless its author gave it words. `media`: something to play. `frame`: a
 * piece of another site. `list`: entries that come from elsewhere. `group`: what it holds.
 */
export type BlockRole =
  'text' | 'link' | 'image' | 'decoration' | 'media' | 'frame' | 'list' | 'group';

/** All of {@link BlockRole}. */
export const BLOCK_ROLES: readonly BlockRole[] = [
  ...(['text', 'link', 'image', 'decoration', 'media', 'frame', 'list', 'group'] as const),
];

/** What the owner's plan must allow before blocks of a type may be used. */
export type BlockNeed = 'codeEmbeds';

/** A type of block that shows a piece of another site. Addresses are made of checked parts alone. */
export interface BlockEmbed<Content extends object = object> {
  /** The site's name for people. */
  readonly platform: string;
  /** Its mark: a name for `iconPath`. */
  readonly icon: string;
  /** Its brand colour. */
  readonly color: string;
  /** What its plain link offers: 'Watch on YouTube'. */
  readonly action: string;
  /** It is something to watch: its facade shows a sign to play. */
  readonly isVideo?: boolean;
  /** The page that a plain link leads to; null while the block is empty. */
  readonly pageUrl: (content: Content) => string | null;
  /**
   * What a frame loads once a visitor asks for it, and plays at once where it can be told to; null
   * where the site has none to offer.
   *
   * @param host the host of the page that the frame stands in, which some sites want to know
   */
  readonly frameUrl: (content: Content, host: string) => string | null;
  /** A still image of it, if one is known without asking the site. */
  readonly imageUrl?: (content: Content) => string | null;
}

/**
 * All that the engine knows of one type of block. Made by {@link defineBlock}; the views live in
 * the renderers under the same name.
 */
export interface BlockDefinition<Type extends string = string, Content extends object = object> {
  /** Its name in pages, in kebab case. */
  readonly type: Type;
  /** Checks `content`; unknown fields pass through. */
  readonly content: z.ZodType<Content>;
  /** What the editor may do with it. */
  readonly capabilities: BlockCapabilities;
  /** Size of a new block in px at the reference width; absent means GEOMETRY.newBlockSize. */
  readonly defaultSizePx?: (content: Content) => SizePx;
  /** What a new block holds; `random` gives numbers from 0 up to 1. */
  readonly defaultContent: (random: () => number) => NoInfer<Content>;
  /** How a new block looks, where that is not the default; px at the reference width. */
  readonly defaultStyles: Styles;
  /** Height over width that a new block and aspect-keeping resizes keep, if the type has one. */
  readonly aspectRatio?: (content: Content) => number | null;
  /**
   * The content with every length in it that is px at the reference width multiplied, defaults that
   * it leaves out included, so that the block looks the same at another scale; absent when it holds
   * no such length. Common styles are the engine's matter.
   */
  readonly scalePx?: (content: Content, factor: number) => NoInfer<Content>;
  /**
   * The size of its smallest letters in px at the reference width, which no scaling brings below 10;
   * absent, or null, where letters follow its box or there are none.
   */
  readonly letterSizePx?: (content: Content) => number | null;
  /**
   * The content with its letters larger or smaller; with it a corner that is dragged scales them
   * along with the box. What rounds should round down, so that a line that fitted still fits.
   */
  readonly scaleLetters?: (content: Content, factor: number) => NoInfer<Content>;
  /**
   * The content of a copy, with what it says of other blocks said of their copies: `idOf` gives the
   * new id of a block that is copied along, null of one that is not. Absent when it names no blocks.
   */
  readonly remapIds?: (content: Content, idOf: (uuid: string) => string | null) => NoInfer<Content>;
  /** Its words, for search, previews and emptiness; '' when it has none. */
  readonly plainText: (content: Content) => string;
  /** What it is in a few words, where its author gave it no alt text; '' for nothing to say. */
  readonly altText: (content: Content) => string;
  /** What it is to somebody who has the page read to them. */
  readonly role: BlockRole;
  /** What the owner's plan must allow, if anything. */
  readonly needs?: BlockNeed;
  /** The content that stands for an address which a person pasted, or null when it is no such one. */
  readonly recognise?: (url: string) => NoInfer<Content> | null;
  /** How it shows a piece of another site, if it does. */
  readonly embed?: BlockEmbed<NoInfer<Content>>;
}

/** A block of a definition's type. */
export type BlockOf<Definition> =
  Definition extends BlockDefinition<infer Type, infer Content> ? Block<Type, Content> : never;

const NOTHING: BlockCapabilities = {
  editsText: false,
  keepsAspect: false,
  autosizes: false,
  holdsText: false,
  holdsBlocks: false,
  uploads: false,
  resizesFreely: true,
  mirrors: false,
};

/**
 * Makes a definition. Capabilities that are not named are off (but that it resizes freely), styles
 * are empty, its alt text is its words, its role is `text` if it holds text, else `image`.
 */
export function defineBlock<const Type extends string, Content extends object>(
  definition: Omit<
    BlockDefinition<Type, Content>,
    'capabilities' | 'defaultStyles' | 'plainText' | 'altText' | 'role'
  > & {
    readonly capabilities?: Partial<BlockCapabilities>;
    readonly defaultStyles?: Styles;
    readonly plainText?: (content: Content) => string;
    readonly altText?: (content: Content) => string;
    readonly role?: BlockRole;
  },
): BlockDefinition<Type, Content> {
  const plainText = definition.plainText ?? (() => '');
  return {
    defaultStyles: {},
    plainText,
    altText: plainText,
    role: definition.capabilities?.holdsText ? 'text' : 'image',
    ...definition,
    capabilities: { ...NOTHING, ...definition.capabilities },
  };
}
