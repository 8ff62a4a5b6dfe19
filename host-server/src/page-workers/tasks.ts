import type { Image, Post, RenderedSite } from '@cobble/renderer-static';
import type { CheckedPage } from '../pages/CheckedPage.ts';
import type { ErrorBody } from '../contract/index.ts';

/** What the worker of {@link PageWorkers} does. */
export type PageTask =
  | {
      /** Parses and checks the body of a call. Result: {@link CheckResult}. */
      readonly name: 'check';
      readonly call: 'createPage' | 'publishPage';
      readonly pageId: number | null;
      /** JSON of the owner's roles. */
      readonly roles: string;
      readonly body: Uint8Array<ArrayBuffer> | undefined;
    }
  | {
      /**
       * Brings a stored document of any version to the current one and checks it. Result:
       * {@link CheckResult}.
       */
      readonly name: 'migrate';
      readonly pageId: number;
      readonly roles: string;
      /** JSON of the page without its document. */
      readonly fields: string;
      readonly document: string;
    }
  | {
      /** Replays the draft of a room, migrates and checks it. Result: {@link CheckResult}. */
      readonly name: 'draft';
      readonly pageId: number;
      readonly roles: string;
      readonly slug: string;
      /** JSON of a `RoomSnapshot`. */
      readonly snapshot: string;
      /** JSON of the patches of the entries after it. */
      readonly patches: string;
    }
  | {
      /** Reads what a stored document refers to. Result: `references`. */
      readonly name: 'read';
      readonly pageId: number;
      readonly document: string;
    }
  | {
      /** Parses the body of `previewCodeEmbeds`. Result: {@link CodesResult} or {@link TaskRefusal}. */
      readonly name: 'codes';
      readonly pageId: number;
      /** Of `CodeEmbedAddresses`, in base64. */
      readonly secret: string;
      readonly body: Uint8Array<ArrayBuffer> | undefined;
    }
  | {
      /** Renders a document. Result: {@link RenderResult} or {@link TaskRefusal}. */
      readonly name: 'render';
      /** Maximum size of the HTML. */
      readonly maxBytes: number;
      /** JSON of {@link RenderInputs}. */
      readonly inputs: string;
      readonly document: string;
    };

/** The result of checking a page. */
export type CheckResult = {
  /** JSON of the {@link ErrorBody} of a refusal. */
  readonly refusal?: string;
  /** Whether the body does not match the call's schema, so that nothing else is known. */
  readonly isMalformed?: boolean;
  readonly slug?: string;
  readonly baseRevision?: number;
  /** JSON of {@link PageFacts}. */
  readonly facts?: string;
  readonly document?: string;
};

/** A checked page without its document. */
export type PageFacts = Omit<CheckedPage, 'document'>;

/** Everything that the rendering of a document depends on. */
export interface RenderInputs {
  readonly pageId: number;
  readonly slug: string;
  readonly siteSlug: string;
  readonly url: string;
  readonly attributionUrl: string | null;
  readonly safeMode: boolean;
  readonly hasPremiumFonts: boolean;
  readonly hasShareImage: boolean;
  readonly site: RenderedSite;
  /** The font families whose files may be used. */
  readonly fonts: readonly string[];
  /** Stored images and embed thumbnails, by address. */
  readonly images: readonly (readonly [address: string, image: Image])[];
  /** Posts by account. */
  readonly posts: readonly (readonly [accountId: number, posts: readonly Post[]])[];
  /** Of `CodeEmbedAddresses`; the secret in base64. */
  readonly codeEmbeds: { readonly secret: string; readonly origin: string };
}

/** The code of previews. */
export type CodesResult = {
  /** JSON of the address of each code, in the order of the call. */
  readonly addresses: string;
  /** All distinct codes as UTF-8, one after the other. */
  readonly codes: Uint8Array<ArrayBuffer>;
  /** JSON of the number of bytes of each code in `codes`, by address. */
  readonly lengths: string;
};

/** A rendered page. */
export type RenderResult = {
  readonly html: Uint8Array<ArrayBuffer>;
  readonly csp: string;
  /** Without quotes. */
  readonly etag: string;
  /** JSON of the code of its code embeds, by address. */
  readonly codes: string;
};

/** Why a task was refused. */
export type TaskRefusal = {
  /** JSON of an {@link ErrorBody}. */
  readonly refusal: string;
};

/** An error as JSON. */
export type Refusal = ErrorBody;
