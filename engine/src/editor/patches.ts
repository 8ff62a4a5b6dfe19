import type { BlockOfType, BlockTypeOf } from '../blocks/AnyBlock.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Block } from '../model/Block.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Named } from '../model/Named.ts';
import type { Optional } from '../model/Optional.ts';
import type { Position } from '../model/Position.ts';

/** Fields of the content of one or more types; any fields if the type is known at run time only. */
export type ContentPatch<Type extends string, Kits extends Kit = never> = string extends Type
  ? Readonly<Record<string, unknown>>
  : ContentFields<Type, Kits>;

/** The content fields of the types, each of them optional. Its name is part of error messages. */
type ContentFields<Type extends string, Kits extends Kit> = {
  readonly [Key in KeyOf<BlockOfType<Type, Kits>['content']>]?:
    ValueOf<BlockOfType<Type, Kits>['content'], Key> | undefined;
};
type KeyOf<Content> = Content extends unknown ? keyof Content : never;
type ValueOf<Content, Key> = Content extends unknown
  ? Key extends keyof Content
    ? Content[Key]
    : never
  : never;

/**
 * A partial block. `position`, `properties`, `styles`, `content` and `source` are merged one level
 * deep; undefined removes a key, and has no effect for one that every position has. Unknown fields
 * are refused.
 *
 * `BlockPatch<'shape'>` is a patch for shapes: a wrong field in its `content` does not compile.
 * `BlockPatch` is a patch for blocks whose type is known at run time only.
 */
export interface BlockPatch<Type extends string = string, Kits extends Kit = never> {
  /** The type that the blocks must have; it cannot be changed. By default any. */
  readonly type?: Type | undefined;
  readonly position?: Optional<Named<Position>> | undefined;
  readonly properties?: Named<Block['properties']> | undefined;
  readonly styles?: Named<Block['styles']> | undefined;
  readonly content?: ContentPatch<NoInfer<Type>, Kits> | undefined;
  readonly altText?: string | undefined;
  readonly locked?: boolean | undefined;
  readonly source?: Block['source'] | undefined;
}

/** The types of blocks that `add` accepts: all but groups, which `group` makes from other blocks. */
export type NewBlockTypeOf<Kits extends Kit = never> = Exclude<BlockTypeOf<Kits>, 'group'>;

/** The fields that new blocks of every type have. */
interface NewBlockFields {
  readonly uuid?: string | undefined;
  /** A section or group; by default the section under the block's centre, else the last one. */
  readonly parentUuid?: string | undefined;
  /**
   * `x` and `y` are relative to `parentUuid` if it is given, else in page space. By default, the
   * block's centre is near the middle of the parent or window, at most about half the window's
   * width from the top.
   */
  readonly position?: Optional<Named<Position>> | undefined;
  readonly styles?: Named<Block['styles']> | undefined;
  readonly properties?: Named<Block['properties']> | undefined;
  readonly altText?: string | undefined;
  readonly locked?: boolean | undefined;
  /** Where an image or GIF comes from, for its attribution. */
  readonly source?: Block['source'] | undefined;
}

/**
 * A block to add: its type, and everything that differs from the type's defaults. A field that is
 * undefined counts as left out.
 *
 * `NewBlock` is a block of any built-in type but `group` (call `group` to make one) and
 * `NewBlock<'text'>` a text; a wrong field in their `content` does not compile, and neither does one
 * in `NewBlock<'bell', typeof bellKit>`. The content of a type that is only known at run time
 * (`NewBlock<string>`) is checked when the block is added.
 */
export type NewBlock<
  Type extends string = NewBlockTypeOf,
  Kits extends Kit = never,
> = Type extends 'group'
  ? never
  : NewBlockFields & {
      readonly type: Type;
      readonly content?: ContentPatch<NoInfer<Type>, Kits> | undefined;
    };

/**
 * A {@link NewBlock} whose `type` lets the compiler infer `Type`, which a conditional type prevents.
 * For a misspelt type, `Type` is every type; one object instead of a union of them makes the
 * compiler's message list them all.
 */
export type AddedBlock<Type extends NewBlockTypeOf<Kits>, Kits extends Kit = never> = {
  readonly type: Type;
} & ([NewBlockTypeOf<Kits>] extends [Type]
  ? NewBlockFields & { readonly content?: ContentPatch<NoInfer<Type>, Kits> | undefined }
  : NewBlock<Type, Kits>);

/** Style values from sliders; each is clamped to its range. */
export interface SliderValues {
  /** From 0 to 100. */
  readonly opacityPercent?: number | undefined;
  /** Px at the reference width, at most half of the block's shorter side and 2,000. */
  readonly paddingPx?: number | undefined;
  /** Px at the reference width, at most half of the block's shorter side and 2,000. */
  readonly borderRadiusPx?: number | undefined;
  /** Px at the reference width, at most 20. */
  readonly blurPx?: number | undefined;
}

/** A new position of a block in page space, as gestures and arranging commands compute it. */
export interface Placement {
  /** Top left corner of the unrotated box. */
  readonly x: number;
  readonly y: number;
  /** Fractions of the window's width; unchanged if absent. */
  readonly width?: number;
  readonly height?: number;
  /** Unchanged if absent. */
  readonly rotationDeg?: number;
  /** The section to move the block into; unchanged if absent. */
  readonly parentUuid?: string;
  /** Changes that belong to the new size, such as a text's font size. */
  readonly patch?: Pick<BlockPatch, 'content' | 'styles'>;
}

/** The settings, style and blocks of a page, without its other fields. */
export type PageBody = Pick<Page, 'settings' | 'style' | 'things'>;

/** The fields of a page that edits can set; `settings` and `style` are merged one level deep. */
export interface PageFieldsPatch {
  readonly settings?: Optional<Named<PageFields['settings']>> | undefined;
  readonly style?: Optional<Named<PageFields['style']>> | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isRestricted?: boolean | undefined;
  readonly isListed?: boolean | undefined;
  readonly isPeekable?: boolean | undefined;
}
