import type { Block, CssDeclarations, FontLookup, Kit, Post } from '@cobble/engine';
import type { PaintedBox } from './images/PaintedBox.ts';
import type { Image, ImageLookup } from './images/Image.ts';

/** What a block's view gives: what stands in the block's element, and how that element looks. */
export interface StaticBlock {
  /** Trusted HTML: whatever comes from the page is escaped by the view (`escapeHtml`). */
  readonly html: string;
  /** Declarations of the block's own element besides its place and common styles. */
  readonly css?: CssDeclarations;
  /** Classes of the block's own element, from `StaticContext.classFor` or the base sheet. */
  readonly classes?: readonly string[];
  /** What the block says to who cannot see it, where its HTML does not: a link's name. Plain text. */
  readonly label?: string;
  /** It is an image as a whole, named by its label, or nothing to those who cannot see it. */
  readonly role?: 'img' | 'none';
}

/**
 * Draws one type of block as HTML. The block's common fields have been checked; its content is as
 * the page has it, and a view checks each field that it writes, whatever the editor's schemas say.
 */
export type StaticView<B extends Block = Block> = (block: B, context: StaticContext) => StaticBlock;

/** A text that is set in a font. */
export interface FontUse {
  /** Its characters; their order does not matter. */
  readonly text: string;
  /** Whether it is bold; absent: some of it may be. */
  readonly bold?: boolean;
  /** Whether it is in italics; absent: some of it may be. */
  readonly italic?: boolean;
}

/** What views may ask. */
export interface StaticContext {
  readonly referenceWidthPx: number;
  /** The author's own code does not run, and says so. */
  readonly isSafeMode: boolean;
  /** The block stands inside of a link already: no link may stand in it. */
  readonly isInsideLink: boolean;
  /** The block can be seen without scrolling: its images load at once. */
  readonly isNearTop: boolean;
  /** Px at the reference width as a CSS length that scales with the window. */
  readonly length: (px: number) => string;
  /** A font size that stays readable on a phone (law G3). */
  readonly fontSize: (px: number) => string;
  /**
   * Notes what is set in a family, so that the faces that it needs are in the page; without `use`
   * they are those that all words of the block's HTML may need, and none is preloaded.
   */
  readonly useFont: (family: string, use?: FontUse) => void;
  /** A class with these declarations, shared by all who ask for the same; '' for none. */
  readonly classFor: (declarations: CssDeclarations) => string;
  /** Adds rules of ours that all blocks of a kind share, once for the page. */
  readonly useCss: (css: string) => void;
  /** The address to load an image from, noted among the page's assets; null when it is refused. */
  readonly asset: (url: unknown) => string | null;
  /** The same for what is played. */
  readonly media: (url: unknown) => string | null;
  /** What is known of the image at an address, its files' addresses ready to load; else null. */
  readonly image: (url: unknown) => Image | null;
  /** The box inside of the block's padding and border, as each screen paints it. */
  readonly painted: PaintedBox;
  /** Of the page's images this one fills most of a first screen: it is worth loading first. */
  readonly isLcpCandidate: boolean;
  /** A script of ours that the page needs, once; the same text for all who need it. */
  readonly useScript: (text: string) => void;
  /** A source that frames of the page may be loaded from, as in `frame-src`. */
  readonly useFrames: (source: string) => void;
  /** Where the author's own code is served from an origin of its own; null for nowhere. */
  readonly codeUrl: (blockUuid: string, code: string) => string | null;
  /** The tag for a heading: a page has one h1, later ones step down. */
  readonly headingTag: (level: 1 | 2 | 3 | 4) => 'h1' | 'h2' | 'h3' | 'h4';
  /** A moment (ISO 8601) as people write days in the page's language. */
  readonly date: (iso: string) => string;
  /** An account's posts. */
  readonly posts: (accountId: number) => readonly Post[];
  /** The address to write for a link that has been checked. */
  readonly linkTo: (href: string) => string;
  /** The blocks in a group as HTML, laid out in it. */
  readonly children: (group: Block) => string;
}

export type { Post } from '@cobble/engine';

/** What a page's site says about itself; each only where the site has it and its plan allows it. */
export interface RenderedSite {
  readonly name?: string;
  readonly iconUrl?: string;
  /**
   * Whether the product's mark stands at `/favicon.svg`, `/favicon.ico` and `/apple-touch-icon.png`
   * of the page's host, for sites without an icon of their own.
   */
  readonly hasDefaultIcon?: boolean;
  readonly shareImageUrl?: string;
  /** `G-XXXXXXXXXX`; visits are counted unless the visitor has refused. */
  readonly analyticsId?: string;
  /** Those of names that browsers do not act on; others are left out. */
  readonly metaTags?: readonly { readonly name: string; readonly content: string }[];
  /** Where the site's posts are to be had as a feed. */
  readonly feedUrl?: string;
}

/** How a page is to be rendered. */
export interface RenderOptions {
  /** The page's public address, for canonical and Open Graph links; absent in preview. */
  readonly url?: string;
  /** Where "Made on Cobble" leads; null or absent hides the attribution. */
  readonly attributionUrl?: string | null;
  /** Put before `/assets/...`; default '' (the page's own origin). */
  readonly assetBaseUrl?: string;
  /** Where font files lie; default '/fonts'. */
  readonly fontBaseUrl?: string;
  /**
   * Which files of a family of the catalogue there are; default: those that come with the product.
   * Where there are none, its text is set in its fallback.
   */
  readonly fonts?: FontLookup;
  /**
   * The files of an image in other widths and formats, what moves in it, and a placeholder; given
   * addresses as they stand in the page, and those of `embedThumbnails`, of which only a copy is
   * ever shown. Default: none are known, and images load as they are.
   */
  readonly images?: ImageLookup;
  /** Blocks of third parties; each is drawn by its kit's `staticView`. */
  readonly kits?: readonly Kit[];
  /** The author's own code does not run: code embeds say 'Disabled in Safe Mode'. */
  readonly safeMode?: boolean;
  /** The page's site; default: nothing is said of it. */
  readonly site?: RenderedSite;
  /**
   * Where a code embed's document (`codeEmbedDocument(code)`) is served: an address of another
   * origin, or, for a page that is a file, a path beside it. Default: nowhere, and the code stands
   * in the page itself, in a frame that runs no script of it.
   */
  readonly codeEmbedUrl?: (blockUuid: string, code: string) => string | null;
  /**
   * An image of the page itself, for previews of its links where its site has none for them: its
   * address as on the page's host, and its size, px. A `?v=` that changes with the page's looks is
   * put behind it, by which sites that keep images fetch a newer one. Default: an image that the
   * page shows.
   */
  readonly shareImage?: {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  };
  /** An account's posts, the newest first; default: none are known. */
  readonly posts?: (accountId: number) => readonly Post[];
  /**
   * Where a link leads, such as to a file beside this one; given links that `checkHyperlink` takes,
   * and what it gives is escaped but not checked again. Default: where the page says.
   */
  readonly linkTo?: (href: string) => string;
  /** The document says its own Content-Security-Policy, for servers that send no headers. */
  readonly policyInHead?: boolean;
  /**
   * SHA-256 of a text's UTF-8, base64, for the policy's hashes, where the platform has a faster one:
   * in Node `(text) => createHash('sha256').update(text).digest('base64')`. Default: one in
   * JavaScript, which says the same.
   */
  readonly sha256?: (text: string) => string;
}

/** What was odd about a page, for programs. */
export interface RenderWarning {
  /**
   * `unknown_type`: nobody knows how to draw the block; `kit_view_failed`: its kit's view threw, or
   * its content is none of the kit's; a placeholder stands for both. `unreachable`: it hangs on
   * nothing and is not shown; `duplicate_html_id`: its id was left out.
   */
  readonly code: 'unknown_type' | 'kit_view_failed' | 'unreachable' | 'duplicate_html_id';
  readonly uuid?: string;
}

/** A page as HTML, all that belongs to it, and what was odd about it. */
export interface RenderedPage {
  /** The whole document, CSS inlined; no JavaScript unless visits are counted or an embed plays. */
  readonly html: string;
  /** The same CSS by itself. */
  readonly css: string;
  /** A Content-Security-Policy that this document lives with. */
  readonly csp: string;
  /** Addresses of the assets and fonts that it loads. */
  readonly assets: readonly string[];
  /** Bytes of HTML (CSS included) and of CSS before compression. */
  readonly weight: { readonly html: number; readonly css: number };
  readonly warnings: readonly RenderWarning[];
}
