import type { z } from 'zod';
import type { Block } from '../model/Block.ts';
import type { Styles } from '../model/styles.ts';

/** What the editor may do with blocks of a type. */
export interface BlockCapabilities {
  /** A tap on the single selected block, or Enter, edits text in it. */
  readonly editsText: boolean;
  /** Corner handles keep the ratio of width to height without Shift. */
  readonly keepsAspect: boolean;
  /** Its height follows from its text. */
  readonly autosizes: boolean;
  /** Its HTML must be able to grow: it holds text. */
  readonly holdsText: boolean;
  /** It can hold other blocks. */
  readonly holdsBlocks: boolean;
  /** It counts as an upload and has a temporary address while it is under way. */
  readonly uploads: boolean;
}

/** Px at the reference width. */
export interface SizePx {
  readonly width: number;
  readonly height: number;
}

/**
 * All that the engine knows of one type of block. Made by {@link defineBlock}; the views live in
 * the renderers under the same name.
 */
export interface BlockDefinition<Type extends string = string, Content extends object = object> {
  readonly type: Type;
  /** Checks `content`; unknown fields pass through. */
  readonly content: z.ZodType<Content>;
  readonly capabilities: BlockCapabilities;
  /** Size of a new block in px at the reference width; absent means GEOMETRY.newBlockSize. */
  readonly defaultSizePx?: (content: Content) => SizePx;
  readonly defaultContent: (random: () => number) => NoInfer<Content>;
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
   * The content of a copy, with what it says of other blocks said of their copies: `idOf` gives the
   * new id of a block that is copied along, null of one that is not. Absent when it names no blocks.
   */
  readonly remapIds?: (content: Content, idOf: (uuid: string) => string | null) => NoInfer<Content>;
  /** Its words, for alt texts, search, previews and emptiness; '' when it has none. */
  readonly plainText: (content: Content) => string;
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
};

/** Makes a definition; capabilities that are not named are off, styles are empty. */
export function defineBlock<const Type extends string, Content extends object>(
  definition: Omit<
    BlockDefinition<Type, Content>,
    'capabilities' | 'defaultStyles' | 'plainText'
  > & {
    readonly capabilities?: Partial<BlockCapabilities>;
    readonly defaultStyles?: Styles;
    readonly plainText?: (content: Content) => string;
  },
): BlockDefinition<Type, Content> {
  return {
    defaultStyles: {},
    plainText: () => '',
    ...definition,
    capabilities: { ...NOTHING, ...definition.capabilities },
  };
}
