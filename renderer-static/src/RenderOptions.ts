import type { Block, CssDeclarations, Kit, Post } from '@cobble/engine';
import type { FontLookup } from '@cobble/engine/fonts';
import type { PageMessages, Translate } from './messages/createTranslate.ts';
import type { PaintedBox } from './images/PaintedBox.ts';
import type { Image, ImageLookup } from './images/Image.ts';

/** What a view returns: the inner HTML and the styling of the block's element. */
export interface StaticBlock {
  /** Trusted HTML. The view escapes everything that comes from the page (`escapeHtml`). */
  readonly html: string;
  /** Declarations of the block's element, in addition to its position and common styles. */
  readonly css?: CssDeclarations;
  /** The least padding on the left and right, px at the reference width; default: 0. */
  readonly leastSidePaddingPx?: number;
  /** Classes of the block's element, from `StaticContext.classFor` or the base style sheet. */
  readonly classes?: readonly string[];
  /** Plain-text accessible name, for HTML that has none, such as a link around an image. */
  readonly label?: string;
  /**
   * `img`: the whole block is one image named by its label. `none`: hidden from assistive
   * technology.
   */
  readonly role?: 'img' | 'none';
}

/**
 * Renders one block type as HTML. The block's common fields are checked, its content is not: a view
 * checks each field that it writes, whatever the editor's schema says.
 */
export type StaticView<B extends Block = Block> = (block: B, context: StaticContext) => StaticBlock;

/** Text that is set in a font. */
export interface FontUse {
  /** The characters; their order does not matter. */
  readonly text: string;
  /** Whether the text is bold; default: both faces may be needed. */
  readonly bold?: boolean;
  /** Whether the text is italic; default: both faces may be needed. */
  readonly italic?: boolean;
}

/** What a view can use while it renders. */
export interface StaticContext {
  readonly referenceWidthPx: number;
  /** Code embeds show a notice instead of running. */
  readonly isSafeMode: boolean;
  /** The block is already inside a link and must not contain another. */
  readonly isInsideLink: boolean;
  /** The block is above the fold, so its images load eagerly. */
  readonly isNearTop: boolean;
  /** Converts px at the reference width to a CSS length that scales with the window. */
  readonly length: (px: number) => string;
  /** Converts px at the reference width to a font size that stays readable on phones. */
  readonly fontSize: (px: number) => string;
  /**
   * Records that a font family is used, so that the page loads the faces it needs. Without `use`,
   * the faces for all of the block's text are loaded and none is preloaded.
   */
  readonly useFont: (family: string, use?: FontUse) => void;
  /**
   * Returns a class with these declarations, shared by all blocks that use the same ones; '' for
   * none.
   */
  readonly classFor: (declarations: CssDeclarations) => string;
  /** Adds trusted rules that all blocks of a kind share; written once per page. */
  readonly useCss: (css: string) => void;
  /**
   * Returns the URL to load an image from and adds it to the page's assets; null if it is not
   * allowed.
   */
  readonly asset: (url: unknown) => string | null;
  /** Returns the URL to load audio or video from, as `asset` does for images. */
  readonly media: (url: unknown) => string | null;
  /**
   * Returns what the host knows about the image at a URL, or null. Its URLs are as in the page:
   * pass them through `asset` or `media`.
   */
  readonly image: (url: unknown) => Image | null;
  /** The box inside the block's padding and border, as painted on each screen. */
  readonly painted: PaintedBox;
  /**
   * The image is probably the page's largest contentful paint, so it is loaded with high priority.
   */
  readonly isLcpCandidate: boolean;
  /** Adds a trusted script to the page; the same text is added once. */
  readonly useScript: (text: string) => void;
  /** Allows frames from a source, as in `frame-src`. */
  readonly useFrames: (source: string) => void;
  /** Returns the URL at which a code embed's document is served; null if there is none. */
  readonly codeUrl: (blockUuid: string, code: string) => string | null;
  /**
   * Returns the tag for a heading. A page has one h1; later ones become h2. No level is skipped on
   * the way down: an h4 after an h1 becomes h2.
   */
  readonly headingTag: (level: 1 | 2 | 3 | 4) => 'h1' | 'h2' | 'h3' | 'h4';
  /** Looks up the page's messages. */
  readonly t: Translate;
  /** Formats an ISO 8601 time as a date in the page's language. */
  readonly date: (iso: string) => string;
  /** Returns an account's posts. */
  readonly posts: (accountId: number) => readonly Post[];
  /** Returns the URL to write for a link that has been checked. */
  readonly linkTo: (href: string) => string;
  /** Renders the children of a group. */
  readonly children: (group: Block) => string;
}

export type { Post } from '@cobble/engine';

/**
 * What the page's site adds to the document. Set a field only if the site has it and its plan
 * allows it.
 */
export interface RenderedSite {
  readonly name?: string | undefined;
  readonly iconUrl?: string | undefined;
  /**
   * The page's host serves the product's icon at `/favicon.svg`, `/favicon.ico` and
   * `/apple-touch-icon.png`, for sites without an icon of their own.
   */
  readonly hasDefaultIcon?: boolean | undefined;
  readonly shareImageUrl?: string | undefined;
  /**
   * `G-XXXXXXXXXX`. Visits are counted unless the visitor opts out or their browser sends a privacy
   * signal.
   */
  readonly analyticsId?: string | undefined;
  /** Meta tags whose names browsers do not act on; others are left out. */
  readonly metaTags?: readonly { readonly name: string; readonly content: string }[] | undefined;
  /** URL of the site's feed of posts. */
  readonly feedUrl?: string | undefined;
}

/** How to render a page. */
export interface RenderOptions {
  /** The page's public http(s) URL, for canonical and Open Graph links; leave it out in previews. */
  readonly url?: string | undefined;
  /** Target of "Made on Cobble"; null or absent hides the attribution. */
  readonly attributionUrl?: string | null | undefined;
  /** Prefix for `/assets/...`; default '' (the page's own origin). */
  readonly assetBaseUrl?: string | undefined;
  /** Folder of the font files; default '/fonts'. */
  readonly fontBaseUrl?: string | undefined;
  /**
   * Looks up the files of a font family; default: the bundled families. Text in a family without
   * files uses its fallback font.
   */
  readonly fonts?: FontLookup | undefined;
  /**
   * Looks up an image's variants, animation and placeholder by its URL in the page. Also called
   * with the URLs of `embedThumbnails`, of which only a copy is ever shown. Default: images load as
   * they are.
   */
  readonly images?: ImageLookup | undefined;
  /** Third-party blocks; each is rendered by its kit's `staticView`. */
  readonly kits?: readonly Kit[] | undefined;
  /** Code embeds do not run and show 'Disabled in Safe Mode'. */
  readonly safeMode?: boolean | undefined;
  /** Replaces texts that the renderer itself writes, such as 'No posts yet'; default: English. */
  readonly messages?: PageMessages | undefined;
  /** The page's site; default: the document does not mention one. */
  readonly site?: RenderedSite | undefined;
  /**
   * Returns the URL where a code embed's document (`codeEmbedDocument(code)`) is served: on another
   * origin, or a relative path for exported files. Default: none, and the code is placed in a frame
   * of the page that runs no scripts.
   */
  readonly codeEmbedUrl?: ((blockUuid: string, code: string) => string | null) | undefined;
  /**
   * An image of the page itself, for link previews of sites without a share image: its URL on the
   * page's host and its size in px. The renderer appends `?v=` with a hash of the page, so that
   * sites which cache the image load a new one after a change. Default: an image on the page.
   */
  readonly shareImage?:
    | {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
  /** Returns an account's posts, newest first; default: none. */
  readonly posts?: ((accountId: number) => readonly Post[]) | undefined;
  /**
   * Rewrites a link, for example to a file in the same export. Receives links that `checkHyperlink`
   * accepts; the result is escaped but not checked again. Default: the link as it is.
   */
  readonly linkTo?: ((href: string) => string) | undefined;
  /**
   * Maximum size of the document in UTF-8 bytes, for hosts that store and serve the pages of
   * strangers: a few points of a drawing become kilobytes of paths. Rendering stops soon after it
   * is exceeded, not at the end. Default: no limit.
   */
  readonly maxBytes?: number | undefined;
  /** Writes the Content-Security-Policy into the document, for servers that send no headers. */
  readonly policyInHead?: boolean | undefined;
  /**
   * SHA-256 of a string's UTF-8 bytes as base64, for the policy's hashes. Pass the platform's
   * implementation where it is faster: in Node `(text) =>
   * createHash('sha256').update(text).digest('base64')`. Default: a portable one in JavaScript.
   */
  readonly sha256?: ((text: string) => string) | undefined;
}

/** A problem found while rendering. */
export interface RenderWarning {
  /**
   * `unknown_type`: no view for the block's type; `kit_view_failed`: the kit's view threw or
   * returned anything but a `KitStaticBlock`, or the block's content does not match the kit's
   * schema. Both render a placeholder. `unreachable`: the block is in no section or nested too
   * deeply, and is not rendered; `duplicate_html_id`: the id was left out.
   */
  readonly code: 'unknown_type' | 'kit_view_failed' | 'unreachable' | 'duplicate_html_id';
  readonly uuid?: string;
  /** Why the view failed, for the kit's developer; with `kit_view_failed` only. */
  readonly message?: string;
}

/** A rendered page. */
export interface RenderedPage {
  /**
   * The complete document with inlined CSS. It has no JavaScript unless visits are counted or an
   * embed can be activated.
   */
  readonly html: string;
  /** The document's CSS. */
  readonly css: string;
  /** The Content-Security-Policy that fits this document. */
  readonly csp: string;
  /** URLs of the assets and fonts that the document loads. */
  readonly assets: readonly string[];
  /** Uncompressed size in bytes: the HTML including CSS, and the CSS alone. */
  readonly weight: { readonly html: number; readonly css: number };
  readonly warnings: readonly RenderWarning[];
}
