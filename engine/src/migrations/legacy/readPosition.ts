import { isRecord } from '../../model/json.ts';
import { readNumber } from './readNumber.ts';
import type { JsonRecord, LegacyPosition, MigrationContext } from '../Migration.ts';
import type { LegacyUnits } from './LegacyUnits.ts';

/** Default positions of a block, before and since version 0.3.0. */
const DEFAULTS_PX = { x: 150, y: 250, width: 150, height: 150 } as const;
const DEFAULTS = { x: 0.375, y: 0.375, width: 0.25, height: 0.25 } as const;

/**
 * Reads the position of a block in its version's units: parses text, replaces unreadable values with
 * defaults, flips negative sizes, and reduces rotations beyond 360 degrees. `x` and `y` have always
 * been the top left corner.
 *
 * @param path the block's path
 */
export function readPosition(
  value: unknown,
  path: readonly string[],
  isGroup: boolean,
  { isPx }: LegacyUnits,
  warn: MigrationContext['warn'],
): { readonly position: LegacyPosition; readonly isUnsized: boolean } {
  const stored = isRecord(value) ? value : {};
  if (isValid(stored)) return { position: stored, isUnsized: false };
  const defaults = isPx ? DEFAULTS_PX : DEFAULTS;
  const groupDefaults = { x: 0, y: 0, width: 0, height: 0 };
  let isUnsized = false;
  const read = (field: keyof typeof DEFAULTS): number => {
    const number = readNumber(stored[field]);
    if (number !== null) return number;
    if (isGroup && (field === 'width' || field === 'height')) isUnsized = true;
    warn([...path, 'position', field], 'value_replaced');
    return (isGroup ? groupDefaults : defaults)[field];
  };
  const [x, y, width, height] = [read('x'), read('y'), read('width'), read('height')];
  const position: LegacyPosition = {
    ...stored,
    x: Math.min(x, x + width) + 0,
    y: Math.min(y, y + height) + 0,
    width: Math.abs(width),
    height: Math.abs(height),
    rotationDeg: readRotation(stored.rotationDeg, [...path, 'position', 'rotationDeg'], warn),
  };
  return { position, isUnsized };
}

function isValid(stored: JsonRecord): stored is LegacyPosition {
  const { x, y, width, height, rotationDeg } = stored;
  return (
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    isLength(width) &&
    isLength(height) &&
    typeof rotationDeg === 'number' &&
    Math.abs(rotationDeg) <= 360
  );
}

const isLength = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value < Infinity;

function readRotation(
  value: unknown,
  path: readonly string[],
  warn: MigrationContext['warn'],
): number {
  const deg = readNumber(value);
  if (deg === null) {
    if (value !== undefined && value !== null) warn(path, 'value_replaced');
    return 0;
  }
  return Math.abs(deg) <= 360 ? deg : (deg % 360) + 0;
}
