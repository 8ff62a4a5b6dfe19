/** The pictures that there are of a page: for cards, and for previews of links on other sites. */
export type PreviewKind = 'portrait' | 'share';

/** What a picture shows, and how it is written. */
export interface PreviewSize {
  /** Of the picture, px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The screen that it is a picture of; wider where the page's own window is. */
  readonly screenWidthPx: number;
  readonly format: 'webp' | 'jpeg' | 'png';
  /** Of 100; what is written without loss has none. */
  readonly quality: number;
}

/**
 * A portrait as a small screen held upright shows the page, twice as sharp as the cards that it
 * stands on; and what a laptop shows first, in the size and the format that all who unfold links
 * take (docs/decisions/0047).
 */
export const PREVIEW_SIZES: Readonly<Record<PreviewKind, PreviewSize>> = {
  portrait: { widthPx: 600, heightPx: 800, screenWidthPx: 640, format: 'webp', quality: 82 },
  share: { widthPx: 1200, heightPx: 630, screenWidthPx: 1200, format: 'jpeg', quality: 86 },
};

/** Raised when the same page would be painted differently: its pictures are made anew when asked for. */
export const PREVIEW_RECIPE = 1;

const FILES = {
  portrait: { extension: 'webp', type: 'image/webp' },
  share: { extension: 'jpg', type: 'image/jpeg' },
} as const satisfies Record<PreviewKind, { readonly extension: string; readonly type: string }>;

export const PREVIEW_KINDS = Object.keys(PREVIEW_SIZES) as readonly PreviewKind[];

/** The name of a picture's file by the hash of what was painted. */
export function previewFileName(hash: string, kind: PreviewKind): string {
  return `${hash}-${kind}.${FILES[kind].extension}`;
}

/** Whether a string is the name of such a file. */
export function isPreviewFileName(name: string): boolean {
  return /^[0-9a-f]{32}-(?:portrait\.webp|share\.jpg)$/.test(name);
}

/** The hash in the name of a picture's file. */
export function hashOfPreviewFile(name: string): string {
  return name.slice(0, 32);
}

/** The type that a picture is served as. */
export function previewContentType(kind: PreviewKind): string {
  return FILES[kind].type;
}
