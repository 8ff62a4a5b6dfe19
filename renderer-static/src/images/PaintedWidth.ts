import { GEOMETRY } from '@cobble/engine';
import { cssNumber } from '../css/lengths.ts';
import type { PaintedBox, SizePx } from './PaintedBox.ts';

/** The narrowest and the widest phone that files are kept for, px of the screen. */
const NARROWEST_PX = 320;
const WIDEST_PHONE_PX = GEOMETRY.phoneMaxWidthPx;
/** Phones have at most so many px of the screen for one of CSS, desktops so many. */
const PHONE_DENSITY = 3;
const DESKTOP_DENSITY = 2;

/**
 * How wide an image is painted, on every screen: the `sizes` of its files, and which of them any
 * screen may ask for.
 */
export class PaintedWidth {
  private readonly desktopPx: number;
  private readonly phonePx: number;
  private readonly referenceWidthPx: number;
  private readonly gutterPx: number;
  private readonly overPx: number;

  /**
   * @param painted the box that it stands in
   * @param widthIn how wide it is painted in a box, px
   */
  constructor(painted: PaintedBox, widthIn: (box: SizePx) => number) {
    this.referenceWidthPx = painted.referenceWidthPx;
    this.gutterPx = painted.phone.gutterPx;
    this.overPx = Math.max(1, painted.phone.overPx);
    this.desktopPx = widthIn(painted);
    this.phonePx = painted.phone.size ? widthIn(painted.phone.size) : this.desktopPx;
  }

  /** Px of the screen on a phone or a desktop of a width. */
  at(viewportPx: number): number {
    return viewportPx <= WIDEST_PHONE_PX
      ? this.phonePx * Math.min(1, (viewportPx - this.gutterPx) / this.overPx)
      : this.desktopPx * Math.min(1, viewportPx / this.referenceWidthPx);
  }

  /** The most px of the screen that it takes on any desktop, for one px of CSS each. */
  get onDesktopPx(): number {
    return this.desktopPx;
  }

  /** The most that it takes on any phone. */
  get onPhonePx(): number {
    return this.at(WIDEST_PHONE_PX);
  }

  /** The value of `sizes`, exact but for the scroll bar's width. */
  get sizes(): string {
    const { desktopPx, phonePx, referenceWidthPx, gutterPx, overPx } = this;
    const px = (length: number): string => `${cssNumber(up(length, 1))}px`;
    const wide: (readonly [maxPx: number | null, length: string])[] = [[null, px(desktopPx)]];
    if (referenceWidthPx > WIDEST_PHONE_PX)
      wide.unshift([referenceWidthPx, vw(desktopPx / referenceWidthPx)]);
    const share = phonePx / overPx;
    const scaled =
      gutterPx === 0 ? vw(share) : `calc(${vw(share)} - ${cssNumber(down(gutterPx * share))}px)`;
    const scaledTo = Math.min(WIDEST_PHONE_PX, overPx + gutterPx);
    const phone: (readonly [number, string])[] = [[scaledTo, scaled]];
    if (scaledTo < WIDEST_PHONE_PX) phone.push([WIDEST_PHONE_PX, px(phonePx)]);
    const all = [...phone, ...wide];
    // What says the same as the next one, which holds on wider screens too, need not be said.
    return all
      .filter(([, length], index) => all[index + 1]?.[1] !== length)
      .map(([maxPx, length]) =>
        maxPx === null ? length : `(max-width:${cssNumber(maxPx)}px) ${length}`,
      )
      .join(',');
  }

  /** Of files by width, those that some screen may take. */
  among<File extends { readonly width: number }>(files: readonly File[]): readonly File[] {
    const least = Math.min(this.at(NARROWEST_PX), this.at(WIDEST_PHONE_PX + 1), this.onPhonePx);
    const most = Math.max(DESKTOP_DENSITY * this.desktopPx, PHONE_DENSITY * this.onPhonePx);
    const first = files.findIndex(({ width }) => width >= least);
    const last = files.findIndex(({ width }) => width >= most);
    if (first < 0) return files.slice(-1);
    return files.slice(first, last < 0 ? files.length : last + 1);
  }
}

/** A share of the window's width, rounded up so that no image is a px too small. */
function vw(share: number): string {
  return `${cssNumber(up(share * 100, 100))}vw`;
}

const up = (value: number, parts: number): number => Math.ceil(value * parts - 1e-6) / parts;
const down = (value: number): number => Math.floor(value * 100) / 100;
