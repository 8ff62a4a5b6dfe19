import { SHARE_IMAGE_PX } from '../contract/index.ts';

/** The images that there are of a page: for cards, and for previews of links on other sites. */
export type PreviewKind = 'portrait' | 'share';

/** What an image shows, and how it is written. */
export interface PreviewSize {
  /** Of the image, px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The screen that it is an image of; wider where the page's own window is. */
  readonly screenWidthPx: number;
  readonly format: 'jpeg' | 'png';
  /** Of a JPEG, of 100. */
  readonly quality: number;
}

/**
 * A portrait as a small screen held upright shows the page, twice as sharp as the cards that it
 * stands on; and what a laptop shows first, in the size and the format that all who unfold links
 * take (docs/decisions/0112).
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

/** Raised when the same page would be painted differently: its images are made anew when asked for. */
export const PREVIEW_RECIPE = 2;

/** What both are served as: whoever shows previews of links takes it, and it is written in no time. */
export const PREVIEW_CONTENT_TYPE = 'image/jpeg';

export const PREVIEW_KINDS = Object.keys(PREVIEW_SIZES) as readonly PreviewKind[];

/** The name of an image's file by the hash of what was painted. */
export function previewFileName(hash: string, kind: PreviewKind): string {
  return `${hash}-${kind}.jpg`;
}

/** Whether a string is the name of such a file. */
export function isPreviewFileName(name: string): boolean {
  return /^[0-9a-f]{32}-(?:portrait|share)\.jpg$/.test(name);
}

/** The hash in the name of an image's file. */
export function hashOfPreviewFile(name: string): string {
  return name.slice(0, 32);
}
