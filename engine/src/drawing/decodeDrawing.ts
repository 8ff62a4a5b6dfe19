import { CobbleError } from '../model/CobbleError.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { BitReader } from './bits.ts';
import {
  ANY_DRAWING_PREFIX,
  DRAWING_PREFIX,
  RICE_PARAMETERS,
  RICE_PARAMETER_BITS,
  COORDINATE_STEPS,
  PRESSURE_BITS,
  PRESSURE_STEPS,
} from './drawingFormat.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';

/**
 * Why a drawing cannot be decoded: it is malformed (or has a coordinate or width beyond
 * DRAWING_LIMITS), has too many strokes, points or characters, or has a newer version of the format.
 */
export type DrawingProblemCode = 'drawing_invalid' | 'drawing_too_large' | 'drawing_newer_version';

/**
 * Decodes a drawing block's `content.drawingPaths` into strokes, in px at the reference width from
 * the top left of the drawing's box. Safe for any value; DRAWING_LIMITS bound the time and memory
 * used. The content of a new drawing block, '', is not an encoded drawing.
 *
 * @throws CobbleError with a {@link DrawingProblemCode} (details: `path`)
 */
export function decodeDrawing(encoded: string): readonly Stroke[] {
  const decoded = safeDecodeDrawing(encoded);
  if (decoded.ok) return decoded.value;
  throw new CobbleError(decoded.code, 'The drawing cannot be read.', {
    details: { ...decoded.details },
  });
}

/** Like {@link decodeDrawing}, but returns errors. */
export function safeDecodeDrawing(encoded: unknown): Result<readonly Stroke[], DrawingProblemCode> {
  if (typeof encoded !== 'string') return refuse('drawing_invalid', { path: '' });
  if (encoded.length > DRAWING_LIMITS.maxEncodedLength)
    return refuse('drawing_too_large', { path: '', limit: DRAWING_LIMITS.maxEncodedLength });
  if (!encoded.startsWith(DRAWING_PREFIX)) {
    const isNewer = ANY_DRAWING_PREFIX.test(encoded);
    return refuse(isNewer ? 'drawing_newer_version' : 'drawing_invalid', { path: '' });
  }
  return new DrawingReader(encoded).read();
}

interface Problem {
  readonly code: DrawingProblemCode;
}

const DAMAGED: Problem = { code: 'drawing_invalid' };
const TOO_LARGE: Problem = { code: 'drawing_too_large' };

/** Decodes one drawing. */
class DrawingReader {
  private readonly bits: BitReader;
  private pointsLeft: number = DRAWING_LIMITS.maxPoints;
  private color: string | null = null;
  private x = 0;
  private y = 0;

  constructor(encoded: string) {
    this.bits = new BitReader(encoded, DRAWING_PREFIX.length);
  }

  read(): Result<readonly Stroke[], DrawingProblemCode> {
    const count = this.bits.number(RICE_PARAMETERS.strokes);
    if (count === null) return refuse(DAMAGED.code, { path: '' });
    if (count > DRAWING_LIMITS.maxStrokes) return refuse(TOO_LARGE.code, { path: 'strokes' });
    const strokes: Stroke[] = [];
    for (let index = 0; index < count; index++) {
      const stroke = this.stroke();
      if ('code' in stroke) return refuse(stroke.code, { path: `strokes.${String(index)}` });
      strokes.push(stroke);
    }
    return this.bits.isAtEnd() ? ok(strokes) : refuse(DAMAGED.code, { path: '' });
  }

  private stroke(): Stroke | Problem {
    const tool = this.bits.bits(1);
    const color = this.readColor();
    const width = this.bits.number(RICE_PARAMETERS.width);
    const more = this.bits.number(RICE_PARAMETERS.points);
    if (tool === null || color === null || width === null || more === null) return DAMAGED;
    const widthPx = width / COORDINATE_STEPS;
    if (width === 0 || widthPx > DRAWING_LIMITS.maxWidthPx) return DAMAGED;
    this.pointsLeft -= more + 1;
    if (this.pointsLeft < 0) return TOO_LARGE;
    const points = this.points(more);
    if (!points) return DAMAGED;
    return { tool: tool === 1 ? 'highlighter' : 'pen', color, widthPx, points };
  }

  private readColor(): string | null {
    const isSame = this.bits.bits(1);
    if (isSame === 1) return this.color;
    const hasAlpha = this.bits.bits(1);
    const rgb = this.bits.bits(24);
    const alpha = hasAlpha === 1 ? this.bits.bits(8) : 255;
    if (isSame === null || rgb === null || alpha === null) return null;
    const hex = (value: number, length: number): string =>
      value.toString(16).padStart(length, '0').toUpperCase();
    // An opaque colour has one spelling, which the encoder writes.
    this.color = `#${hex(rgb, 6)}${alpha < 255 ? hex(alpha, 2) : ''}`;
    return this.color;
  }

  private points(more: number): StrokePoint[] | null {
    const varies = this.bits.bits(1) === 1;
    const isCurved = more > 0 && this.bits.bits(1) === 1;
    const k = more > 0 ? this.bits.bits(RICE_PARAMETER_BITS.position) : 0;
    const pressureK = more > 0 && varies ? this.bits.bits(RICE_PARAMETER_BITS.pressure) : 0;
    const startX = this.bits.signed(RICE_PARAMETERS.start);
    const startY = this.bits.signed(RICE_PARAMETERS.start);
    let pressure = this.bits.bits(PRESSURE_BITS);
    if (k === null || pressureK === null || startX === null || startY === null) return null;
    if (pressure === null || k > 20) return null;
    this.x += startX;
    this.y += startY;
    let [dx, dy] = [0, 0];
    const points: StrokePoint[] = [];
    for (let index = 0; index <= more; index++) {
      if (index > 0) {
        const x = this.bits.signed(k);
        const y = this.bits.signed(k);
        const change = varies ? this.bits.signed(pressureK) : 0;
        if (x === null || y === null || change === null) return null;
        dx = isCurved ? dx + x : x;
        dy = isCurved ? dy + y : y;
        this.x += dx;
        this.y += dy;
        pressure += change;
      }
      if (!isWithinLimits(this.x) || !isWithinLimits(this.y)) return null;
      if (pressure < 0 || pressure > PRESSURE_STEPS) return null;
      points.push({
        x: this.x / COORDINATE_STEPS,
        y: this.y / COORDINATE_STEPS,
        pressure: pressure / PRESSURE_STEPS,
      });
    }
    return points;
  }
}

function isWithinLimits(coordinate: number): boolean {
  return Math.abs(coordinate) <= DRAWING_LIMITS.maxCoordinatePx * COORDINATE_STEPS;
}
