import type { Page } from '@cobble/engine';

/** A picture as the server stored it; sizes in px. */
export interface UploadedAsset {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The calls that the editor makes; failures reject with a {@link ServiceError}. */
export interface EditorServices {
  /** The owner gets the draft, everyone else the published page. */
  getPage(siteSlug: string, pageSlug: string): Promise<Page>;
  /** Stores and publishes; `baseRevision` is the revision that the page was made from. */
  publishPage(page: Page, baseRevision: number): Promise<Page>;
  /** Sends one picture; `onProgress` hears the part that has left, 0 to 1. */
  uploadImage(
    file: File,
    options: { readonly onProgress: (part: number) => void; readonly signal: AbortSignal },
  ): Promise<UploadedAsset>;
}

/** A call that failed: with a code of the contract when the server answered, else `null`. */
export class ServiceError extends Error {
  readonly code: string | null;
  readonly details: Readonly<Record<string, number | string>>;
  /** The field at fault, as the server names it. */
  readonly path: string | null;

  constructor(
    code: string | null,
    options: {
      details?: Readonly<Record<string, number | string>> | undefined;
      path?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(code ?? 'The server could not be reached.', { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = options.details ?? {};
    this.path = options.path ?? null;
  }
}
