import type { FramedPage, Image, Post, SiteFrame } from '@cobble/renderer-static';

/** How many images the pages of an import may have. */
export const MAX_IMAGES = 500;

/** What the worker of `ArchiveWorkers` does. */
export type ArchiveTask =
  | {
      /**
       * Checks the directory and the manifest of an archive, and counts its JSON. Result:
       * {@link OpenResult}.
       */
      readonly name: 'open';
      /** The archive's file. */
      readonly file: string;
      /** How many pages may be added; null is unlimited. With more, only the manifest is read. */
      readonly maxPages: number | null;
    }
  | {
      /** Reads a page of an archive. Result: {@link PageResult}. */
      readonly name: 'page';
      readonly file: string;
      /** JSON of an `ArchivedPage`. */
      readonly page: string;
      /** JSON of the account's roles. */
      readonly roles: string;
      /** JSON of {@link NewAddresses}; null if the page is only checked. */
      readonly addresses: string | null;
    }
  | {
      /** Unpacks a file of an archive into a new file. Result: {@link RefusedResult}. */
      readonly name: 'unpack';
      readonly file: string;
      /** JSON of a `ZipEntry`. */
      readonly entry: string;
      /** The path of the new file. */
      readonly to: string;
    }
  | {
      /** Reads what a stored document refers to. Result: `references`. */
      readonly name: 'references';
      readonly document: string;
    }
  | {
      /** Renders and packs a page's HTML. Result: {@link ExportedHtmlResult}. */
      readonly name: 'exportHtml';
      /** JSON of {@link FrameInputs}. */
      readonly frame: string;
      /** JSON of {@link PageLookups}. */
      readonly lookups: string;
      /** JSON of the page. */
      readonly page: string;
      readonly isPublished: boolean;
    }
  | {
      /** Packs a page's JSON. Result: {@link PackedResult}. */
      readonly name: 'exportJson';
      /** JSON of the page. */
      readonly page: string;
    }
  | {
      /** Makes and packs the files that belong to no page. Result: {@link SiteFilesResult}. */
      readonly name: 'siteFiles';
      /** JSON of {@link FrameInputs}. */
      readonly frame: string;
      /** JSON of the `PageUses` of all pages together. */
      readonly uses: string;
    }
  | {
      /** Packs a file. Result: {@link PackedResult}. */
      readonly name: 'pack';
      readonly path: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** The JSON of the `ErrorBody` of a refusal, instead of a result. */
export type RefusedResult = { readonly refusal?: string };

/** An archive whose manifest is valid. */
export type OpenResult = RefusedResult & {
  readonly pageCount?: number;
  /** JSON of a list of `ArchivedPage`; undefined when there are too many. */
  readonly pages?: string;
  /** JSON of a list of `ZipEntry`: the assets. */
  readonly assets?: string;
};

/** A checked page. */
export type PageResult = RefusedResult & {
  /** JSON of {@link PageCheck}. */
  readonly check?: string;
  /** JSON of `PageFacts`, with the document, unless the page was only checked. */
  readonly facts?: string;
  readonly document?: string;
};

/** What an import needs to know about a page before it stores anything. */
export interface PageCheck {
  readonly isRestricted: boolean;
  /** Its minimum size in the account's storage. */
  readonly bytes: number;
  /** Addresses of its images, at most one more than an import may have. */
  readonly assets: readonly string[];
  /** The slugs that it links to, in lower case. */
  readonly links: readonly string[];
}

/** What changes in the pages of an import. */
export interface NewAddresses {
  /** The page's new slug. */
  readonly slug: string;
  /** The changed slugs that the page links to, by the archive's slugs in lower case. */
  readonly slugs: readonly (readonly [from: string, to: string])[];
  /** The changed addresses of the page's images. */
  readonly images: readonly (readonly [from: string, to: string])[];
}

/** The part of a {@link SiteFrame} that does not depend on lookups. */
export interface FrameInputs extends Omit<SiteFrame, 'rendering' | 'pages'> {
  readonly pages: readonly FramedPage[];
  readonly rendering: Pick<SiteFrame['rendering'], 'attributionUrl' | 'safeMode' | 'site'>;
}

/** What the rendering of a page looks up. */
export interface PageLookups {
  /** The font families whose files may be used. */
  readonly fonts: readonly string[];
  /** Stored images and embed thumbnails, by address. */
  readonly images: readonly (readonly [address: string, image: Image])[];
  /** Posts by account. */
  readonly posts: readonly (readonly [accountId: number, posts: readonly Post[]])[];
}

/** Packed files, one after the other. */
export type PackedResult = {
  /** JSON of a list of {@link PackedFacts}. */
  readonly files: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** A packed file without its bytes. */
export interface PackedFacts {
  readonly path: string;
  readonly size: number;
  readonly crc: number;
  readonly isDeflated: boolean;
  readonly packedSize: number;
}

/** The HTML of a page and of its code embeds; no file if visitors cannot see it. */
export type ExportedHtmlResult = RefusedResult &
  Partial<PackedResult> & {
    /** JSON of {@link PageUseKeys}. */
    readonly uses?: string;
  };

/** What a page uses, a `PageUses` without the values that were looked up for it. */
export interface PageUseKeys {
  /** Paths of assets and fonts that this server may have. */
  readonly paths: readonly string[];
  readonly origins: readonly string[];
  readonly fonts: readonly string[];
  /** Addresses of images. */
  readonly images: readonly string[];
  /** Ids of accounts whose posts it shows. */
  readonly posts: readonly string[];
}

/** The files that belong to no page: texts, and, last, the manifest. */
export type SiteFilesResult = RefusedResult &
  Partial<PackedResult> & {
    /** JSON of the paths of the assets and fonts. */
    readonly paths?: string;
  };
