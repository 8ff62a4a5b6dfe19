import type { Block, BlockDefinition, Kit, Page } from '@cobble/engine';

/** A kit with the view that the static renderer needs; the type of block is its `block`'s. */
export interface StaticKit extends Kit {
  readonly block: BlockDefinition;
  readonly staticView: StaticView;
}

/** What a block's view gives: inner HTML, and CSS for the block's own element (by its class). */
export interface StaticBlock {
  /** Trusted HTML: whatever comes from the page is escaped by the view. */
  readonly html: string;
  /** Declarations of the block's inner box, already safe. */
  readonly css: readonly (readonly [property: string, value: string])[];
}

/** Draws one type of block as HTML. */
export type StaticView<B extends Block = Block> = (block: B, context: StaticContext) => StaticBlock;

/** What views may ask. */
export interface StaticContext {
  readonly page: Page;
  readonly options: Required<Pick<RenderOptions, 'assetBaseUrl' | 'fontBaseUrl'>>;
  /** Px at the reference width as a CSS length that scales with the window. */
  readonly length: (px: number) => string;
  /** A font size that stays readable on a phone (law G3). */
  readonly fontSize: (px: number) => string;
  /** Notes a family, so that its font faces are in the page. */
  readonly useFont: (family: string) => void;
}

/** How a page is to be rendered. */
export interface RenderOptions {
  /** The page's public address, for canonical and Open Graph links; absent in preview. */
  readonly url?: string;
  /** Where "Made on Cobble" leads; null hides the attribution. */
  readonly attributionUrl?: string | null;
  /** Put before `/assets/...`; default '' (the page's own origin). */
  readonly assetBaseUrl?: string;
  /** Where font files lie; default '/fonts'. */
  readonly fontBaseUrl?: string;
  readonly kits?: readonly StaticKit[];
}

/** A page as HTML, all that belongs to it, and what was odd about it. */
export interface RenderedPage {
  /** The whole document, CSS inlined, no JavaScript. */
  readonly html: string;
  /** The same CSS by itself. */
  readonly css: string;
  /** A Content-Security-Policy that this document lives with. */
  readonly csp: string;
  /** Addresses of the assets and fonts that it loads. */
  readonly assets: readonly string[];
  /** Bytes of HTML and CSS before compression. */
  readonly weight: { readonly html: number; readonly css: number };
  readonly warnings: readonly { readonly code: string; readonly uuid?: string }[];
}
