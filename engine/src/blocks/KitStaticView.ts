import type { Block } from '../model/Block.ts';
import type { CssDeclarations, CssLength } from '../text/TextStyle.ts';

/**
 * A node of a published page. Strings are text, never markup; null and false render nothing. The
 * renderer escapes text and attributes. It drops attributes that are not allowed in pages, and tags
 * that are not allowed, whose children are rendered.
 */
export type StaticNode = string | number | null | false | StaticElement | readonly StaticNode[];

/** An element, created by {@link KitStaticContext.element}. */
export interface StaticElement {
  readonly tag: string;
  readonly attributes: StaticAttributes;
  readonly children: readonly StaticNode[];
}

/**
 * Attributes by their HTML names. True renders the bare name; null, false and undefined omit the
 * attribute. `style`, `class`, `id` and event handlers are not allowed: use `css` for styles.
 */
export interface StaticAttributes {
  readonly [name: string]: string | number | boolean | null | undefined | CssDeclarations;
  /**
   * CSS declarations of the element. Values that could break out of a declaration, URLs, and the
   * positions `fixed` and `sticky` are dropped.
   */
  readonly css?: CssDeclarations | undefined;
}

/** What a kit's static view returns. */
export interface KitStaticBlock {
  /** What is rendered inside the block's element. */
  readonly content: StaticNode;
  /** Declarations for the block's own element, besides its position and common styles. */
  readonly css?: CssDeclarations | undefined;
}

/** What a kit's static view can use. Lengths are px at the page's reference width. */
export interface KitStaticContext {
  /**
   * Creates an element.
   *
   * @throws TypeError if the attributes are no object, their `css` is not a list of pairs, or an
   *   element without an end tag, such as `br`, has children
   */
  readonly element: (
    tag: string,
    attributes?: StaticAttributes | null,
    ...children: readonly StaticNode[]
  ) => StaticElement;
  /** The block's size, in px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether the block is inside a link; links in it are then dropped. */
  readonly isInsideLink: boolean;
  /** Converts px to a CSS length that scales with the window. */
  readonly length: CssLength;
  /** Converts px to a CSS font size that scales with the window but stays readable on a phone. */
  readonly fontSize: CssLength;
  /** Returns the value of `font-family` for a family, and makes the page load its faces. */
  readonly font: (family: string) => string;
}

/**
 * Renders a kit's block for the published page as data, without a DOM. The content has passed the
 * kit's schema. If it throws or returns anything else, such as a promise, a placeholder is published
 * and a warning is returned.
 */
export type KitStaticView<B extends Block = Block> = (
  block: B,
  context: KitStaticContext,
) => KitStaticBlock;
