import type { Page } from '@cobble/engine';
import type { StoredPage } from '@cobble/host-server/contract';

/** An image as the server stored it; sizes in px. */
export interface UploadedAsset {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The calls that the editor makes; failures reject with an `ApiError`. */
export interface EditorServices {
  /** The owner gets the draft, everyone else the published page. */
  getPage(siteSlug: string, pageSlug: string): Promise<StoredPage>;
  /** Stores and publishes; `baseRevision` is the revision that the page was made from. */
  publishPage(page: Page, baseRevision: number): Promise<Page>;
  /** Sends one image; `onProgress` hears the part that has left, 0 to 1. */
  uploadImage(
    file: File,
    options: { readonly onProgress: (part: number) => void; readonly signal: AbortSignal },
  ): Promise<UploadedAsset>;
}
