import type { z } from 'zod';
import type { Block } from '../model/Block.ts';
import { isRecord } from '../model/json.ts';
import type { Named } from '../model/Named.ts';
import type { SizePx } from '../model/Position.ts';
import type { Styles } from '../model/styles.ts';
import { kitProblem } from './kitProblem.ts';
import { partsOf } from './partsOf.ts';

/** What the editor can do with blocks of a type. */
export interface BlockCapabilities {
  /** A tap on the single selected block, or Enter, edits its text. */
  readonly editsText: boolean;
  /** Corner handles keep the aspect ratio without Shift. */
  readonly keepsAspect: boolean;
  /**
   * Its height follows its text, and its width does too while `content.useAutowidth` is true.
   * Neither does while `content.useAutosize` is false.
   */
  readonly autosizes: boolean;
  /**
   * It is as tall as the user made it, or taller if its text needs more height. While it is taller,
   * `content.minHeightPx` is the height that the user gave it.
   */
  readonly growsWithText: boolean;
  /** It contains text, so its HTML must be able to grow. */
  readonly hasText: boolean;
  /** It can contain other blocks. */
  readonly containsBlocks: boolean;
  /** It contains an uploaded file, and has a temporary address during the upload. */
  readonly uploads: boolean;
  /** Width and height change independently; otherwise every handle keeps the aspect ratio. */
  readonly resizesFreely: boolean;
  /** Flipping also mirrors its appearance (`styles.flip`), not only its position. */
  readonly mirrors: boolean;
}

/**
 * How assistive technology presents a block.
 *
 * - `text`: text in reading order, possibly with headings.
 * - `link`: leads somewhere else.
 * - `image`: needs a text alternative.
 * - `decoration`: ignored unless it has an alt text, from its author or its definition.
 * - `media`: can be played.
 * - `frame`: content of another site.
 * - `list`: entries that are loaded from elsewhere.
 * - `group`: presented by its children.
 */
export type BlockRole =
  'text' | 'link' | 'image' | 'decoration' | 'media' | 'frame' | 'list' | 'group';

/** Every {@link BlockRole}. */
export const BLOCK_ROLES: readonly BlockRole[] = [
  ...(['text', 'link', 'image', 'decoration', 'media', 'frame', 'list', 'group'] as const),
];

/** What the owner's plan must allow before blocks of a type can be used. */
export type BlockNeed = 'codeEmbeds';

/** How a block type embeds another site. URLs are built from validated parts only. */
export interface BlockEmbed<Content = object> {
  /** The site's display name. */
  readonly platform: string;
  /** The site's icon: a name for `iconPath`. */
  readonly icon: string;
  /** The site's brand colour. */
  readonly color: string;
  /** The label of its plain link: 'Watch on YouTube'. */
  readonly action: string;
  /** Whether it is a video: its embed card then shows a play button. */
  readonly isVideo?: boolean | undefined;
  /** The page that a plain link leads to, or null while the block is empty. */
  readonly pageUrl: (content: Content) => string | null;
  /**
   * The URL of the player, loaded when a visitor activates the embed; it starts playing at once
   * where the site supports that. Null while the block is empty, or if there is no player for it.
   *
   * @param host the host of the page that contains the frame, which some sites require
   */
  readonly frameUrl: (content: Content, host: string) => string | null;
  /** A thumbnail, if its URL is known without a request to the site. */
  readonly imageUrl?: ((content: Content) => string | null) | undefined;
}

/**
 * Converts a block's content from one version to the next. Gets a copy, which it may change, and
 * returns the new content, which is JSON. A block for which it throws or returns anything else, such
 * as a promise, is kept as it is and shown as a placeholder.
 */
export type ContentMigration = (content: Record<string, unknown>) => Record<string, unknown>;

/**
 * Everything that the engine knows about a type of block. Created by {@link defineBlock}. The
 * renderers register their views under the same type.
 *
 * An editor calls the functions and the schema partway through its edits: they may read it, but not
 * edit it.
 *
 * `Given` is the content as the functions get it. {@link defineBlock} expects functions that read only
 * the fields that the schema names.
 */
export interface BlockDefinition<
  Type extends string = string,
  Content extends object = object,
  Given = Content,
> {
  /** The type's name in pages, in kebab case. */
  readonly type: Type;
  /**
   * Validates `content`, which is stored as it is: the schema must not fill in defaults or transform
   * values. Unknown fields pass through.
   */
  readonly content: z.ZodType<Content>;
  /**
   * The version of the content, from 1 (the default). Increase it, and add a migration, when content
   * of the previous version no longer passes the schema or has another meaning. Blocks store it as
   * `contentVersion`, unless it is 1.
   */
  readonly version?: number | undefined;
  /**
   * Brings older content to the current version: the first function converts version 1 to 2, the next
   * one 2 to 3, and so on up to `version`. Applied when a page or a copy is read with the kit.
   */
  readonly migrations?: readonly ContentMigration[] | undefined;
  /** What blocks of the type support, such as text, uploads or free resizing. */
  readonly capabilities: BlockCapabilities;
  /**
   * Size of a new block in px at the reference width; defaults to GEOMETRY.newBlockSize, in units.
   */
  readonly defaultSizePx?: ((content: Given) => SizePx) | undefined;
  /** Content of a new block. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
  readonly defaultContent: (random: () => number) => NoInfer<Content>;
  /** Styles of a new block that differ from the defaults, in px at the reference width. */
  readonly defaultStyles: Styles;
  /**
   * Height divided by width of a new block; null if the type has none. Corner handles keep the
   * aspect ratio of a block that has one, as with `keepsAspect`.
   */
  readonly aspectRatio?: ((content: Given) => number | null) | undefined;
  /**
   * Returns the content with every length in px at the reference width multiplied by `factor`,
   * including omitted defaults, so that the block looks the same at another scale. Omit it if the
   * content has no such lengths. The engine scales the common styles.
   */
  readonly scalePx?: ((content: Given, factor: number) => NoInfer<Content>) | undefined;
  /**
   * The smallest font size in the block, in px at the reference width. Dragging a corner or scaling
   * the selection or a section never takes it below 10; scaling the page may. Null or omitted if
   * the block has no text, or its font size follows its box.
   */
  readonly smallestFontSizePx?: ((content: Given) => number | null) | undefined;
  /**
   * Returns the content with its font sizes multiplied by `factor`. A type with this function
   * scales its text when a corner is dragged. Round down, so that a line that fitted still fits.
   */
  readonly scaleText?: ((content: Given, factor: number) => NoInfer<Content>) | undefined;
  /**
   * Returns the content of a copy, with the ids of blocks replaced. `idOf` returns the new id of a
   * block that was copied too, or null. Omit it if the content refers to no blocks.
   */
  readonly remapIds?:
    ((content: Given, idOf: (uuid: string) => string | null) => NoInfer<Content>) | undefined;
  /** The block's text, for search, previews and checks for emptiness; '' if it has none. */
  readonly plainText: (content: Given) => string;
  /** A short description, used when the author wrote no alt text; '' if there is nothing to say. */
  readonly altText: (content: Given) => string;
  /** How assistive technology presents the block. */
  readonly role: BlockRole;
  /** What the owner's plan must allow, if anything. */
  readonly needs?: BlockNeed | undefined;
  /** Content for a pasted URL, or null if the type does not recognise it. */
  readonly recognize?: ((url: string) => NoInfer<Content> | null) | undefined;
  /** How it embeds another site, if it does. */
  readonly embed?: BlockEmbed<NoInfer<Given>> | undefined;
}

/** A block of a definition's type. Its content has only the fields that the schema names. */
export type BlockOf<Definition> =
  Definition extends BlockDefinition<infer Type, infer Content>
    ? Block<Type, Named<Content>>
    : never;

/** The fields of a definition, with the type of each that `defineKit` expects; null for others. */
export const DEFINITION_FIELDS: Readonly<
  Record<keyof BlockDefinition, 'function' | 'object' | null>
> = {
  type: null,
  content: null,
  version: null,
  migrations: null,
  capabilities: null,
  defaultSizePx: 'function',
  defaultContent: 'function',
  defaultStyles: null,
  aspectRatio: 'function',
  scalePx: 'function',
  smallestFontSizePx: 'function',
  scaleText: 'function',
  remapIds: 'function',
  plainText: 'function',
  altText: 'function',
  role: null,
  needs: null,
  recognize: 'function',
  embed: 'object',
};

/** The fields of `embed`, with the type of each. */
export const EMBED_FIELDS: Readonly<Record<keyof BlockEmbed, string>> = {
  platform: 'string',
  icon: 'string',
  color: 'string',
  action: 'string',
  isVideo: 'boolean',
  pageUrl: 'function',
  frameUrl: 'function',
  imageUrl: 'function',
};

const NO_CAPABILITIES: BlockCapabilities = Object.freeze({
  editsText: false,
  keepsAspect: false,
  autosizes: false,
  growsWithText: false,
  hasText: false,
  containsBlocks: false,
  uploads: false,
  resizesFreely: true,
  mirrors: false,
});

/** The names of all capabilities. */
export const CAPABILITIES: readonly string[] = Object.keys(NO_CAPABILITIES);

/**
 * A schema as `defineBlock` takes it: one of zod 3 or 4, or an adapter for another library, which
 * has only `safeParse`. In zod schemas, the engine also finds misspelt keys.
 */
export interface ForeignSchema<Content extends object> {
  /**
   * Validates content, synchronously. `data` is the content, unchanged. The `path` and `message` of
   * the first of `error.issues` (or `issues`) are reported; without them, the error's own `message`.
   */
  readonly safeParse: (value: unknown) => {
    readonly success: boolean;
    /** Must be there if `success` is true. */
    readonly data?: Content | undefined;
    readonly error?: unknown;
  };
}

/**
 * Content is an object with fields. Not part of {@link ForeignSchema}: the compiler could not infer the
 * content of a union.
 */
interface SchemaOfFields {
  readonly safeParse: (value: unknown) => { readonly data?: (object & NotAList) | undefined };
  /** Of zod 4, where an optional schema has another output. */
  readonly _zod?: { readonly output: object } | undefined;
}
interface NotAList {
  readonly [Symbol.iterator]?: undefined;
}

declare const unassignable: unique symbol;

/** Where the compiler expects this type, it keeps literals and tuples, at any depth. */
type Literals =
  '' | 0 | false | null | [] | readonly Literals[] | { readonly [key: string]: Literals };

/** A type that no value has. See {@link KeepsLiterals}. */
interface LiteralsFunction<Args extends readonly unknown[]> {
  (...args: Args): Literals;
  readonly [unassignable]: never;
}

/**
 * The functions that return content, for inference. The compiler reads `() => ({ tone: 'a' })` before
 * it has inferred the content from the schema, and then keeps the type `'a'`, instead of `string`,
 * only if the expected type allows a literal.
 */
type KeepsLiterals<Definition, Names extends keyof Definition> = {
  [Name in Names]:
    | Definition[Name]
    | LiteralsFunction<
        Extract<Definition[Name], (...args: never) => unknown> extends (
          ...args: infer Args
        ) => unknown
          ? Args
          : never
      >;
};

type HasDefault = 'capabilities' | 'defaultStyles' | 'plainText' | 'altText' | 'role';

/** A definition without the defaults of `defineBlock`. */
type GivenFields<Definition extends object> = Omit<Definition, HasDefault> &
  Partial<Pick<Definition, HasDefault & keyof Definition>>;

type ReturnsContent = 'defaultContent' | 'scalePx' | 'scaleText' | 'remapIds' | 'recognize';

/**
 * Creates a frozen definition. Defaults: capabilities off except `resizesFreely`, no styles, no
 * plain text, the plain text as alt text, and the role `text` if the block contains text, else
 * `image`.
 * `defineKit` checks the definition, which may be an instance of a class: its methods are called on it.
 *
 * @throws CobbleError `kit_invalid` unless given an object, and for a misspelt field of an instance
 */
export function defineBlock<const Type extends string, Content extends object>(
  definition: Omit<
    BlockDefinition<Type, Content, Named<Content>>,
    'content' | HasDefault | ReturnsContent
  > &
    KeepsLiterals<BlockDefinition<Type, Content, Named<Content>>, ReturnsContent> & {
      // Not `z.ZodType`: the compiler would infer the content from the parts of a union, too.
      readonly content: ForeignSchema<Content> & SchemaOfFields;
      readonly capabilities?:
        { readonly [Name in keyof BlockCapabilities]?: boolean | undefined } | undefined;
      readonly defaultStyles?: Named<Styles> | undefined;
      readonly plainText?: ((content: Named<Content>) => string) | undefined;
      readonly altText?: ((content: Named<Content>) => string) | undefined;
      readonly role?: BlockRole | undefined;
    },
): BlockDefinition<Type, Content> {
  const given: unknown = definition;
  if (!isRecord(given)) throw kitProblem('', 'block', 'must be the definition of a block');
  // Without the types that only the compiler uses: those that no value has, and `Named`.
  const fields = partsOf(
    given.type,
    'block.',
    definition,
    DEFINITION_FIELDS,
  ) as unknown as GivenFields<BlockDefinition<Type, Content>>;
  const { plainText = () => '', embed } = fields;
  // Null, as plain JavaScript may pass it, has no fields either.
  const capabilities: Partial<BlockCapabilities> = fields.capabilities ?? {};
  return Object.freeze({
    ...fields,
    defaultStyles: fields.defaultStyles ?? {},
    plainText,
    altText: fields.altText ?? plainText,
    role: fields.role ?? (capabilities.hasText ? 'text' : 'image'),
    capabilities: Object.freeze({ ...NO_CAPABILITIES, ...set(capabilities) }),
    ...(isRecord(embed) && { embed: partsOf(given.type, 'block.embed.', embed, EMBED_FIELDS) }),
  });
}

/** The fields that are not undefined: a host may pass on its own optional ones. */
function set<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields) as [string, unknown][];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields;
}
