import { readNumber, readPercentage } from './readNumber.ts';
import type { SizePx } from '../../model/Position.ts';
import type { JsonRecord, MigrationContext } from '../Migration.ts';
import { readBackground } from './readBackground.ts';
import { readBorder } from './readBorder.ts';
import { readShadow } from './readShadow.ts';

const MAX_LENGTH_PX = 2000;
const MAX_BLUR_PX = 20;

/**
 * A style's former and current name, and its reader, which returns undefined for values that it cannot
 * read.
 */
interface StyleReader {
  readonly from: string;
  readonly to: string;
  readonly read: (value: unknown, size: SizePx) => unknown;
}

const length =
  (max: number) =>
  (value: unknown, { width, height }: SizePx): number | undefined => {
    const ratio = readPercentage(value);
    const px = ratio === null ? readNumber(value) : ratio * Math.min(width, height);
    return px === null ? undefined : Math.min(max, Math.max(0, px));
  };

const isNone = (value: unknown): boolean =>
  value === '' || (typeof value === 'string' && /^\s*none\s*$/i.test(value));

const READERS: readonly StyleReader[] = [
  { from: 'padding', to: 'paddingPx', read: length(MAX_LENGTH_PX) },
  { from: 'borderRadius', to: 'borderRadiusPx', read: length(MAX_LENGTH_PX) },
  { from: 'blur', to: 'blurPx', read: length(MAX_BLUR_PX) },
  { from: 'border', to: 'border', read: (value) => readBorder(value) ?? undefined },
  { from: 'boxShadow', to: 'boxShadow', read: (value) => readShadow(value) ?? undefined },
  { from: 'dropShadow', to: 'dropShadow', read: (value) => readShadow(value) ?? undefined },
  { from: 'background', to: 'background', read: (value) => readBackground(value) ?? undefined },
  { from: 'opacity', to: 'opacity', read: readOpacity },
  { from: 'overflow', to: 'overflow', read: (value) => (value === 'auto' ? 'scroll' : value) },
];

/** Reads an opacity from a ratio or a percentage. Plain numbers of 2 and above are percentages. */
function readOpacity(value: unknown): number | undefined {
  const ratio = readPercentage(value) ?? readPlainOpacity(value);
  return ratio === null ? undefined : Math.min(1, Math.max(0, ratio));
}

function readPlainOpacity(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && number >= 2 ? number / 100 : number;
}

/**
 * Converts a block's styles to their current names and forms: lengths have units in the name;
 * borders, shadows and backgrounds are objects. Current and unknown fields are unchanged.
 *
 * @param path the block's path
 * @param size the block's size, px at the reference width, for values that were percentages of it
 */
export function readStyles(
  styles: JsonRecord,
  path: readonly string[],
  size: SizePx,
  warn: MigrationContext['warn'],
): JsonRecord {
  let changes: Change[] | null = null;
  for (const { from, to, read } of READERS) {
    const value = styles[from];
    if (value === undefined || (from !== to && styles[to] !== undefined)) continue;
    const next = value === null || isNone(value) ? null : read(value, size);
    if (from === to && next === value) continue;
    if (next === undefined) warn([...path, 'styles', from], 'value_dropped');
    (changes ??= []).push({ from, to, next });
  }
  return changes ? applyChanges(styles, changes) : styles;
}

/** The change of one style: a new name or value, or its removal. */
interface Change {
  readonly from: string;
  readonly to: string;
  readonly next: unknown;
}

/** A new object, because objects are slow to read after losing a field. */
function applyChanges(styles: JsonRecord, changes: readonly Change[]): JsonRecord {
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(styles)) {
    const change = changes.find(({ from }) => from === key);
    if (!change) renamed[key] = styles[key];
    else if (change.next !== undefined && change.next !== null) renamed[change.to] = change.next;
  }
  return renamed;
}
