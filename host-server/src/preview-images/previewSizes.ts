import { SHARE_IMAGE_PX } from '../contract/index.ts';

/** The kinds of preview images: `portrait` for cards, `share` for link previews on other sites. */
export type PreviewKind = 'portrait' | 'share';

/** How an image is painted and encoded. */
export interface PreviewSize {
  /** Size of the image, px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The width of the simulated screen, px. The painter uses the reference width if it is larger. */
  readonly screenWidthPx: number;
  readonly format: 'jpeg' | 'png';
  /** JPEG quality, 0 to 100. */
  readonly quality: number;
}

/**
 * A portrait at twice the resolution of cards, and a laptop's first screen in the size and format
 * that link previews support (docs/decisions/0112).
 */
export const PREVIEW_SIZES: Readonly<Record<PreviewKind, PreviewSize>> = {
  portrait: { widthPx: 600, heightPx: 800, screenWidthPx: 640, format: 'jpeg', quality: 84 },
  share: {
    widthPx: SHARE_IMAGE_PX.width,
    heightPx: SHARE_IMAGE_PX.height,
    screenWidthPx: SHARE_IMAGE_PX.width,
    format: 'jpeg',
    quality: 86,
  },
};

/**
 * Increase when the same page would be painted differently: its images are then painted again when
 * requested.
 */
export const PREVIEW_RECIPE = 2;

/**
 * The Content-Type of both; all services that show link previews support it, and it encodes fast.
 */
export const PREVIEW_CONTENT_TYPE = 'image/jpeg';

export const PREVIEW_KINDS = Object.keys(PREVIEW_SIZES) as readonly PreviewKind[];

/** The name of an image's file. */
export function previewFileName(hash: string, kind: PreviewKind): string {
  return `${hash}-${kind}.jpg`;
}

/** Whether a string is the name of a preview image's file. */
export function isPreviewFileName(name: string): boolean {
  return /^[0-9a-f]{32}-(?:portrait|share)\.jpg$/.test(name);
}

/** The hash in the name of an image's file. */
export function hashOfPreviewFile(name: string): string {
  return name.slice(0, 32);
}
