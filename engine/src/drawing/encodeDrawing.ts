import { CobbleError } from '../model/CobbleError.ts';
import { isRecord } from '../model/json.ts';
import { parseColor } from '../model/colors.ts';
import { BitWriter, signedLength } from './bits.ts';
import {
  DRAWING_PREFIX,
  RICE_PARAMETERS,
  RICE_PARAMETER_BITS,
  COORDINATE_STEPS,
  PRESSURE_BITS,
  PRESSURE_STEPS,
} from './drawingFormat.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import { DRAWING_TOOLS } from './drawingTools.ts';
import type { Stroke } from './Stroke.ts';

/** A point in whole units of the format. */
interface IntegerPoint {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
}

/**
 * Encodes strokes as a drawing block's `content.drawingPaths`, a short text that needs no escaping
 * in JSON, HTML or URLs. Coordinates and widths are accurate to a twentieth of a pixel at the
 * reference width, pressures to a 126th, colours to 8 bits per channel. {@link decodeDrawing}
 * reverses it.
 *
 * @throws CobbleError `drawing_invalid` (details: `path`) for an invalid stroke, including one that
 * is too wide or too far away, and `drawing_too_large` (details: `path`, `limit`) for too many
 * strokes, points or characters
 */
export function encodeDrawing(strokes: readonly Stroke[]): string {
  checkTypes(strokes);
  const total = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  checkCount('strokes', total, DRAWING_LIMITS.maxPoints);
  const writer = new BitWriter();
  writer.number(strokes.length, RICE_PARAMETERS.strokes);
  let color: number | null = null;
  let last: IntegerPoint = { x: 0, y: 0, pressure: 0 };
  strokes.forEach((stroke, index) => {
    const path = `strokes.${String(index)}`;
    const points = integerPoints(stroke, path);
    const rgba = colorOf(stroke, path);
    writer.bits(stroke.tool === 'highlighter' ? 1 : 0, 1);
    writeColor(writer, rgba, color);
    writer.number(widthOf(stroke, path), RICE_PARAMETERS.width);
    writePoints(writer, points, last);
    color = rgba;
    last = points.at(-1) ?? last;
  });
  const text = DRAWING_PREFIX + writer.end();
  checkCount('strokes', text.length, DRAWING_LIMITS.maxEncodedLength);
  return text;
}

/** Callers in plain JavaScript can pass anything. */
function checkTypes(strokes: unknown): void {
  if (!Array.isArray(strokes)) throw invalid('strokes', 'must be a list');
  checkCount('strokes', strokes.length, DRAWING_LIMITS.maxStrokes);
  strokes.forEach(checkStrokeTypes);
}

function checkStrokeTypes(stroke: unknown, index: number): void {
  const path = `strokes.${String(index)}`;
  if (!isRecord(stroke)) throw invalid(path, 'must be a stroke');
  const { tool, color, widthPx, points } = stroke;
  if (typeof tool !== 'string' || !Object.hasOwn(DRAWING_TOOLS, tool))
    throw invalid(`${path}.tool`, 'must be a tool');
  if (typeof color !== 'string') throw invalid(`${path}.color`, 'must be a color');
  if (typeof widthPx !== 'number') throw invalid(`${path}.widthPx`, 'must be a width');
  if (!Array.isArray(points)) throw invalid(`${path}.points`, 'must be a list');
  points.forEach((point: unknown, pointIndex) => {
    const pointPath = `${path}.points.${String(pointIndex)}`;
    if (!isRecord(point)) throw invalid(pointPath, 'must be a point');
    for (const field of ['x', 'y', 'pressure'])
      if (typeof point[field] !== 'number')
        throw invalid(`${pointPath}.${field}`, 'must be a number');
  });
}

function writeColor(writer: BitWriter, rgba: number, before: number | null): void {
  writer.bits(rgba === before ? 1 : 0, 1);
  if (rgba === before) return;
  const alpha = rgba % 256;
  writer.bits(alpha === 255 ? 0 : 1, 1);
  writer.bits(Math.floor(rgba / 256), 24);
  if (alpha !== 255) writer.bits(alpha, 8);
}

function writePoints(writer: BitWriter, points: readonly IntegerPoint[], last: IntegerPoint): void {
  const [first] = points;
  if (!first) return;
  const pressureSteps = points.map(
    (point, index) => point.pressure - (points[index - 1] ?? point).pressure,
  );
  const varies = pressureSteps.some((step) => step !== 0);
  const straight = stepsOf(points, false);
  const curved = stepsOf(points, true);
  const straightK = bestK(straight, RICE_PARAMETER_BITS.position);
  const curvedK = bestK(curved, RICE_PARAMETER_BITS.position);
  const isCurved = curvedK.length < straightK.length;
  const steps = isCurved ? curved : straight;
  const { k } = isCurved ? curvedK : straightK;
  const pressureK = bestK(pressureSteps.slice(1), RICE_PARAMETER_BITS.pressure).k;
  writer.number(points.length - 1, RICE_PARAMETERS.points);
  writer.bits(varies ? 1 : 0, 1);
  if (points.length > 1) {
    writer.bits(isCurved ? 1 : 0, 1);
    writer.bits(k, RICE_PARAMETER_BITS.position);
    if (varies) writer.bits(pressureK, RICE_PARAMETER_BITS.pressure);
  }
  writer.signed(first.x - last.x, RICE_PARAMETERS.start);
  writer.signed(first.y - last.y, RICE_PARAMETERS.start);
  writer.bits(first.pressure, PRESSURE_BITS);
  for (let index = 1; index < points.length; index++) {
    writer.signed(steps[2 * index - 2] ?? 0, k);
    writer.signed(steps[2 * index - 1] ?? 0, k);
    if (varies) writer.signed(pressureSteps[index] ?? 0, pressureK);
  }
}

/**
 * The steps from point to point, x and y alternating; for curves, the difference between successive
 * steps.
 */
function stepsOf(points: readonly IntegerPoint[], isCurved: boolean): number[] {
  const steps: number[] = [];
  let dx = 0;
  let dy = 0;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (!before) return;
    const x = point.x - before.x;
    const y = point.y - before.y;
    steps.push(isCurved ? x - dx : x, isCurved ? y - dy : y);
    dx = x;
    dy = y;
  });
  return steps;
}

/** Finds the Rice parameter with the shortest code, and returns the length of that code in bits. */
function bestK(values: readonly number[], bits: number): { k: number; length: number } {
  let best = { k: 0, length: Infinity };
  for (let k = 0; k < Math.min(2 ** bits, 20); k++) {
    const length = values.reduce((sum, value) => sum + signedLength(value, k), 0);
    if (length < best.length) best = { k, length };
  }
  return best;
}

function integerPoints(stroke: Stroke, path: string): IntegerPoint[] {
  if (stroke.points.length === 0) throw invalid(`${path}.points`, 'must not be empty');
  return stroke.points.map((point, index) => {
    const toInteger = (axis: 'x' | 'y'): number => {
      const value = point[axis];
      if (!(Math.abs(value) <= DRAWING_LIMITS.maxCoordinatePx))
        throw invalid(`${path}.points.${String(index)}.${axis}`, 'is too far away');
      return Math.round(value * COORDINATE_STEPS);
    };
    if (!(point.pressure >= 0 && point.pressure <= 1))
      throw invalid(`${path}.points.${String(index)}.pressure`, 'must be from 0 to 1');
    return {
      x: toInteger('x'),
      y: toInteger('y'),
      pressure: Math.round(point.pressure * PRESSURE_STEPS),
    };
  });
}

function widthOf({ widthPx }: Stroke, path: string): number {
  if (!(widthPx > 0 && widthPx <= DRAWING_LIMITS.maxWidthPx))
    throw invalid(`${path}.widthPx`, 'must be a width');
  return Math.max(1, Math.round(widthPx * COORDINATE_STEPS));
}

/** RGBA as one number. */
function colorOf({ color }: Stroke, path: string): number {
  const parsed = parseColor(color);
  if (!parsed) throw invalid(`${path}.color`, 'must be a color');
  const { red, green, blue, alpha } = parsed;
  return [red, green, blue, alpha * 255].reduce((all, each) => all * 256 + Math.round(each), 0);
}

function checkCount(path: string, count: number, limit: number): void {
  if (count > limit)
    throw new CobbleError('drawing_too_large', 'The drawing is too large.', {
      details: { path, limit },
    });
}

function invalid(path: string, message: string): CobbleError {
  return new CobbleError('drawing_invalid', `${path} ${message}`, { details: { path } });
}
