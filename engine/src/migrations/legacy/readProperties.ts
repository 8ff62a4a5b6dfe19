import { hyperlinkFromLegacy } from './hyperlinkFromLegacy.ts';
import { cleanHtmlId } from '../../model/htmlIds.ts';
import type { JsonRecord, MigrationContext } from '../Migration.ts';

const MAX_HTML_ID = 200;

/** Reads a field. Returns null if it is empty, undefined if it is invalid. */
type ReadField = (value: unknown) => string | null | undefined;

const READERS: readonly (readonly [field: string, read: ReadField])[] = [
  [
    'hyperlink',
    (value) => {
      const link = hyperlinkFromLegacy(value);
      return link === '' ? null : (link ?? undefined);
    },
  ],
  [
    'hyperlinkTarget',
    (value) => {
      if (value === null) return null;
      const target = typeof value === 'string' ? value.trim().toLowerCase() : '';
      if (target === '_self' || target === 'self' || target === 'same') return '_self';
      return target === '_blank' || target === 'blank' || target === 'new' ? '_blank' : undefined;
    },
  ],
  [
    'htmlId',
    (value) => {
      if (value === null) return null;
      if (typeof value !== 'string') return undefined;
      return cleanHtmlId(value).slice(0, MAX_HTML_ID) || null;
    },
  ],
  [
    'displayTimestamp',
    (value) => {
      if (value === null) return null;
      if (value === true || value === 'true' || value === 'visible') return 'always';
      if (value === false || value === 'false' || value === 'hidden') return 'off';
      return value === 'always' || value === 'hover' || value === 'off' ? value : undefined;
    },
  ],
];

/**
 * Converts a block's properties: timestamps stored as booleans, HTML ids, hyperlinks and their
 * targets.
 *
 * @param path the block's path
 */
export function readProperties(
  properties: JsonRecord,
  path: readonly string[],
  warn: MigrationContext['warn'],
): JsonRecord {
  let result: Record<string, unknown> | null = null;
  for (const [field, read] of READERS) {
    const value = properties[field];
    if (value === undefined) continue;
    const converted = read(value);
    if (converted === value && value !== null) continue;
    result ??= { ...properties };
    if (converted === undefined) warn([...path, 'properties', field], 'value_dropped');
    if (converted === undefined || converted === null) Reflect.deleteProperty(result, field);
    else result[field] = converted;
  }
  return result ?? properties;
}
