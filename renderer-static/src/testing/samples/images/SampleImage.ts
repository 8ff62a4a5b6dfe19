/** An image of the sample pages: drawn by code, so that it is ours and weighs nothing here. */
export interface SampleImage {
  /** Its own size, px. */
  readonly width: number;
  readonly height: number;
  /** The inside of an SVG of that size. */
  readonly draw: () => string;
  /** How much grain lies over it, 0 to 1: what makes a drawing look printed; none for what is. */
  readonly grain: number;
}

/** Some pieces one after another, for as many times as asked. */
export function repeat(times: number, piece: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => piece(index)).join('');
}

/** A number as SVG takes it, with one digit. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Dots on a turned grid whose size follows a tone from 0 to 1, as newspapers print. */
export function halftone(
  [width, height]: readonly [number, number],
  stepPx: number,
  color: string,
  tone: (x: number, y: number) => number,
): string {
  const dots: string[] = [];
  for (let row = -1; row * stepPx * 0.7 < height + stepPx; row++)
    for (let column = -1; column * stepPx * 1.4 < width + stepPx; column++) {
      const x = column * stepPx * 1.4 + (row % 2 === 0 ? 0 : stepPx * 0.7);
      const y = row * stepPx * 0.7;
      const radius =
        Math.sqrt(Math.min(1, Math.max(0, tone(x / width, y / height)))) * stepPx * 0.72;
      if (radius > 0.4)
        dots.push(
          `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(2 * radius)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-2 * radius)} 0`,
        );
    }
  return `<path fill="${color}" d="${dots.join('')}"/>`;
}
