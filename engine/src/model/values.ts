import { equalJson, isRecord } from './json.ts';

/**
 * One property of a block or a page, by its path, as it was and as it is to be; undefined is absent.
 * An edit without `from` is to be made whatever stands there.
 */
export interface ValueEdit {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/**
 * The smallest properties in which two JSON records differ. Arrays and rich-text documents are
 * whole values: a half of either means nothing. A record that one side lacks is whole, too.
 */
export function diffValues(from: object, to: object): ValueEdit[] {
  const edits: ValueEdit[] = [];
  collect(from as Record<string, unknown>, to as Record<string, unknown>, [], edits);
  return edits;
}

function collect(
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  path: readonly string[],
  edits: ValueEdit[],
): void {
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const was = readKey(from, key);
    const is = readKey(to, key);
    if (was === is) continue;
    const at = [...path, key];
    if (isOpen(was) && isOpen(is)) collect(was, is, at, edits);
    else if (!equalJson(was, is)) edits.push(editOf(at, was, is));
  }
}

/** Undefined stays out, so that an edit is the same before and after its way through JSON. */
function editOf(path: readonly string[], from: unknown, to: unknown): ValueEdit {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Whether a value is a record whose properties are edited one by one. */
function isOpen(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value.type === 'doc' && Array.isArray(value.content));
}

/** What stands at a path; undefined where nothing does. */
export function readValue(record: object, path: readonly string[]): unknown {
  let at: unknown = record;
  for (const key of path) {
    if (!isRecord(at)) return undefined;
    at = readKey(at, key);
  }
  return at;
}

/**
 * The record with a value at a path, or without one (undefined); what lies beside the path is
 * shared. A record on the way that is not there (somebody took a whole border away while another
 * one coloured it) is not made up: then null, and nothing is to be done.
 */
export function writeValue<Whole extends object>(
  record: Whole,
  path: readonly string[],
  to: unknown,
): Whole | null {
  const [key, ...rest] = path;
  if (key === undefined) return isRecord(to) ? (to as Whole) : null;
  const values = record as Record<string, unknown>;
  let value = to;
  if (rest.length > 0) {
    const inner = readKey(values, key);
    if (!isRecord(inner)) return null;
    const written = writeValue(inner, rest, to);
    if (written === null) return null;
    value = written;
  }
  const next: Record<string, unknown> = { ...values };
  if (value === undefined) Reflect.deleteProperty(next, key);
  else next[key] = value;
  return next as Whole;
}

function readKey(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
