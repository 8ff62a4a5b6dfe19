import { equalJson, isRecord } from './json.ts';

/**
 * The change of one property of a block or page, by its path. Without `from`, the property was
 * absent before; without `to`, the edit removes it.
 */
export interface ValueEdit {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/**
 * The smallest edits from one JSON record to another. Arrays and rich-text documents are replaced
 * as a whole, because half of an edit to them would be meaningless. So are records that exist on
 * one side only.
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
    const fromValue = readKey(from, key);
    const toValue = readKey(to, key);
    if (fromValue === toValue) continue;
    const at = [...path, key];
    if (isMergeable(fromValue) && isMergeable(toValue)) collect(fromValue, toValue, at, edits);
    else if (!equalJson(fromValue, toValue)) edits.push(editOf(at, fromValue, toValue));
  }
}

/** Omits undefined, so that an edit round-trips through JSON. */
function editOf(path: readonly string[], from: unknown, to: unknown): ValueEdit {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Whether a value is a record whose properties are edited individually. */
function isMergeable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value.type === 'doc' && Array.isArray(value.content));
}

/** The value at a path, or undefined. */
export function readValue(record: object, path: readonly string[]): unknown {
  let at: unknown = record;
  for (const key of path) {
    if (!isRecord(at)) return undefined;
    at = readKey(at, key);
  }
  return at;
}

/**
 * Writes values to a copy of a record. Copies each record on a path once, however many values are
 * written to it; everything else is shared.
 */
export class ValueWriter<Whole extends object> {
  private whole: Whole;
  /** The copies, which nothing else refers to. */
  private readonly copies = new Set<object>();

  constructor(record: Whole) {
    this.whole = record;
  }

  /** The record with the values written so far. Do not write any more after reading it. */
  get result(): Whole {
    return this.whole;
  }

  /** The value at a path, or undefined. */
  read(path: readonly string[]): unknown {
    return readValue(this.whole, path);
  }

  /**
   * Writes the value at a path of at least one key, or removes it if it is undefined. Returns
   * false, and writes nothing, if a record on the path does not exist, for example because another
   * user removed a border while this one changed its colour: it is not recreated.
   */
  write(path: readonly string[], to: unknown): boolean {
    const parents = path.slice(0, -1);
    const key = path.at(-1);
    if (key === undefined || !isRecord(this.read(parents))) return false;
    let at = this.copyOf(this.whole as Record<string, unknown>);
    this.whole = at as Whole;
    for (const each of parents) at = at[each] = this.copyOf(at[each] as Record<string, unknown>);
    if (to === undefined) Reflect.deleteProperty(at, key);
    else at[key] = to;
    return true;
  }

  private copyOf(record: Record<string, unknown>): Record<string, unknown> {
    if (this.copies.has(record)) return record;
    const copy = { ...record };
    this.copies.add(copy);
    return copy;
  }
}

/**
 * Returns the record with the new values of edits, without those that {@link ValueWriter} cannot
 * write.
 */
export function withValues<Whole extends object>(
  record: Whole,
  edits: readonly Pick<ValueEdit, 'path' | 'to'>[],
): Whole {
  const writer = new ValueWriter(record);
  for (const { path, to } of edits) writer.write(path, to);
  return writer.result;
}

function readKey(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
