import * as z from 'zod';
import { isSafeKey } from './json.ts';
import {
  type PhonePosition,
  phonePositionSchema,
  type Position,
  positionSchema,
} from './Position.ts';
import { type Properties, propertiesSchema } from './properties.ts';
import { type Styles, stylesSchema } from './styles.ts';

const BLOCK_ID = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * The length of the longest property name of Object.prototype. Looking up a longer id, such as a
 * uuid, would cost more than the pattern.
 */
const MAX_INHERITED_NAME_LENGTH = Math.max(
  ...Object.getOwnPropertyNames(Object.prototype).map(({ length }) => length),
);

/** Whether a string is a valid block id; faster than the schema. */
export function isBlockId(id: string): boolean {
  if (!BLOCK_ID.test(id)) return false;
  return id.length > MAX_INHERITED_NAME_LENGTH || (isSafeKey(id) && !(id in Object.prototype));
}

/** Schema for ids of blocks: uuids, or any id that is safe as an object key and in HTML. */
export const blockIdSchema = z
  .string()
  .regex(BLOCK_ID, 'must be a block id')
  .refine(isBlockId, 'must be a block id');

/** The highest version of a kit's content. */
export const MAX_CONTENT_VERSION = 1_000_000;

/** Schema for types of blocks, built-in or of a kit. */
export const blockTypeSchema = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'must be a block type');

/** Schema for versions of the content of a kit's blocks. */
export const contentVersionSchema = z.number().int().min(1).max(MAX_CONTENT_VERSION);

/** Schema for the fields that all blocks share. The block's definition validates `content`. */
export const blockEnvelopeSchema = z.looseObject({
  uuid: blockIdSchema,
  type: blockTypeSchema,
  parentUuid: blockIdSchema.optional(),
  locked: z.boolean().optional(),
  altText: z.string().max(2000).optional(),
  source: z
    .looseObject({
      name: z.string().max(200).optional(),
      url: z.string().max(2048).optional(),
      metadata: z.looseObject({ giphyURL: z.string().max(2048).optional() }).optional(),
    })
    .optional(),
  clientCreatedAt: z.string().max(40).optional(),
  position: positionSchema,
  positionOn: z.looseObject({ mobile: phonePositionSchema.optional() }).optional(),
  properties: propertiesSchema,
  styles: stylesSchema,
  contentVersion: contentVersionSchema.optional(),
  content: z.looseObject({}),
});

/**
 * A block of a page (a "thing" in stored data): a frozen record that is replaced on every change,
 * so that comparing references detects changes. A group without a parent is a section.
 */
export interface Block<Type extends string = string, Content extends object = object> {
  readonly uuid: string;
  readonly type: Type;
  readonly parentUuid?: string | undefined;
  readonly locked?: boolean | undefined;
  readonly altText?: string | undefined;
  readonly source?:
    | {
        readonly name?: string | undefined;
        readonly url?: string | undefined;
        readonly metadata?: { readonly giphyURL?: string | undefined } | undefined;
      }
    | undefined;
  readonly clientCreatedAt?: string | undefined;
  readonly position: Position;
  /** Positions set by hand for one device; they override the automatic layout there. */
  readonly positionOn?: { readonly mobile?: PhonePosition | undefined } | undefined;
  readonly properties: Properties;
  readonly styles: Styles;
  /** The version of a kit's content (`BlockDefinition.version`); 1 if absent. */
  readonly contentVersion?: number | undefined;
  readonly content: Readonly<Content>;
}

/** The blocks of a page by id. */
export type Things<Blocks extends Block = Block> = Readonly<Record<string, Blocks>>;

/** The maximum nesting of groups: more than users need, and safe for recursion. */
export const MAX_GROUP_DEPTH = 32;

/** Whether a block is a section: a group without a parent. */
export function isSection(block: Pick<Block, 'type' | 'parentUuid'>): boolean {
  return block.type === 'group' && block.parentUuid === undefined;
}
