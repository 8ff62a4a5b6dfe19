import { GEOMETRY } from '@cobble/engine';
import { cssNumber } from '../css/lengths.ts';
import type { PaintedBox, SizePx } from './PaintedBox.ts';

/** The narrowest and widest phones to support, px. */
const NARROWEST_PX = 320;
const WIDEST_PHONE_PX = GEOMETRY.phoneMaxWidthPx;
/** Highest device pixel ratios to support. */
const PHONE_DENSITY = 3;
const DESKTOP_DENSITY = 2;

/**
 * The painted width of an image on every screen: its `sizes` attribute and the files that some
 * screen may load.
 */
export class PaintedWidth {
  private readonly desktopPx: number;
  private readonly phonePx: number;
  private readonly referenceWidthPx: number;
  private readonly gutterPx: number;
  private readonly overPx: number;

  /**
   * @param painted the image's box
   * @param widthIn returns the image's painted width in a box, px
   */
  constructor(painted: PaintedBox, widthIn: (box: SizePx) => number) {
    this.referenceWidthPx = painted.referenceWidthPx;
    this.gutterPx = painted.phone.gutterPx;
    this.overPx = Math.max(1, painted.phone.overPx);
    this.desktopPx = widthIn(painted);
    this.phonePx = painted.phone.size ? widthIn(painted.phone.size) : this.desktopPx;
  }

  /** Painted width in CSS px at a viewport width. */
  at(viewportPx: number): number {
    return viewportPx <= WIDEST_PHONE_PX
      ? this.phonePx * Math.min(1, (viewportPx - this.gutterPx) / this.overPx)
      : this.desktopPx * Math.min(1, viewportPx / this.referenceWidthPx);
  }

  /** Largest painted width on desktops, CSS px. */
  get onDesktopPx(): number {
    return this.desktopPx;
  }

  /** Largest painted width on phones, CSS px. */
  get onPhonePx(): number {
    return this.at(WIDEST_PHONE_PX);
  }

  /** Value of the `sizes` attribute, exact except for the scroll bar's width. */
  get sizes(): string {
    const { desktopPx, phonePx, referenceWidthPx, gutterPx, overPx } = this;
    const px = (length: number): string => `${cssNumber(roundUp(length, 1))}px`;
    const wide: (readonly [maxPx: number | null, length: string])[] = [[null, px(desktopPx)]];
    if (referenceWidthPx > WIDEST_PHONE_PX)
      wide.unshift([referenceWidthPx, vw(desktopPx / referenceWidthPx)]);
    const share = phonePx / overPx;
    const scaled =
      gutterPx === 0
        ? vw(share)
        : `calc(${vw(share)} - ${cssNumber(roundDown(gutterPx * share))}px)`;
    const scaledTo = Math.min(WIDEST_PHONE_PX, overPx + gutterPx);
    const phone: (readonly [number, string])[] = [[scaledTo, scaled]];
    if (scaledTo < WIDEST_PHONE_PX) phone.push([WIDEST_PHONE_PX, px(phonePx)]);
    const all = [...phone, ...wide];
    // Drops conditions that the next, wider one repeats.
    return all
      .filter(([, length], index) => all[index + 1]?.[1] !== length)
      .map(([maxPx, length]) =>
        maxPx === null ? length : `(max-width:${cssNumber(maxPx)}px) ${length}`,
      )
      .join(',');
  }

  /** Filters files, sorted by width, to those that some screen may load. */
  selectFiles<File extends { readonly width: number }>(files: readonly File[]): readonly File[] {
    const minPx = Math.min(this.at(NARROWEST_PX), this.at(WIDEST_PHONE_PX + 1), this.onPhonePx);
    const maxPx = Math.max(DESKTOP_DENSITY * this.desktopPx, PHONE_DENSITY * this.onPhonePx);
    const first = files.findIndex(({ width }) => width >= minPx);
    const last = files.findIndex(({ width }) => width >= maxPx);
    if (first < 0) return files.slice(-1);
    return files.slice(first, last < 0 ? files.length : last + 1);
  }
}

/** A share of the viewport's width, rounded up so that no image is a px too narrow. */
function vw(share: number): string {
  return `${cssNumber(roundUp(share * 100, 100))}vw`;
}

const roundUp = (value: number, parts: number): number => Math.ceil(value * parts - 1e-6) / parts;
const roundDown = (value: number): number => Math.floor(value * 100) / 100;
