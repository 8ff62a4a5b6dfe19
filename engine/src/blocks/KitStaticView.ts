import type { Block } from '../model/Block.ts';
import type { CssDeclarations, CssLength } from '../text/TextStyle.ts';

/**
 * A piece of a published page as data. A string is text and never markup; null and false are
 * nothing. The renderer writes it down: it escapes all text and attributes, and leaves out tags and
 * attributes that it does not let into pages.
 */
export type StaticNode = string | number | null | false | StaticElement | readonly StaticNode[];

/** One element; made by {@link KitStaticContext.element}. */
export interface StaticElement {
  readonly tag: string;
  readonly attributes: StaticAttributes;
  readonly children: readonly StaticNode[];
}

/**
 * Attributes by their HTML names; true writes a name alone; null, false and undefined leave it out. No `style`,
 * `class`, `id` or handlers: looks are the declarations under `css`.
 */
export interface StaticAttributes {
  readonly [name: string]: string | number | boolean | null | undefined | CssDeclarations;
  /** How the element looks; values that could end their declaration, and addresses, are left out. */
  readonly css?: CssDeclarations;
}

/** What a kit's static view gives. */
export interface KitStaticBlock {
  /** What stands in the block's element. */
  readonly content: StaticNode;
  /** Declarations of the block's own element besides its place and common styles. */
  readonly css?: CssDeclarations;
}

/** What a kit's static view may ask. Lengths are px at the page's reference width. */
export interface KitStaticContext {
  /** Makes an element of a page. */
  readonly element: (
    tag: string,
    attributes?: StaticAttributes | null,
    ...children: readonly StaticNode[]
  ) => StaticElement;
  /** The block's size, px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The block stands inside of a link already: links in it are left out. */
  readonly isInsideLink: boolean;
  /** Px as a CSS length that scales with the window. */
  readonly length: CssLength;
  /** A font size in px that scales with the window but stays readable on a phone. */
  readonly fontSize: CssLength;
  /** A family for `font-family`, whose faces the page then loads. */
  readonly font: (family: string) => string;
}

/**
 * Draws a kit's block for the published page, as data and without a DOM. The block's content has
 * passed the kit's schema. A view that throws leaves a quiet frame and a warning.
 */
export type KitStaticView<B extends Block = Block> = (
  block: B,
  context: KitStaticContext,
) => KitStaticBlock;
