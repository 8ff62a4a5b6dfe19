import type { Letter } from './Links.ts';

/**
 * The version of what servers send to each other. A server that reads this one ignores letters of
 * others. When it changes, read the previous one as well: during an upgrade, both are there.
 */
export const LETTER_FORMAT = 1;

/** An argument of a command of Redis. */
export type RedisArgument = string | Buffer;

/** A letter as the fields of an entry in a stream of Redis. */
export function fieldsOf({ from, link, begunBy, number, received, data }: Letter): RedisArgument[] {
  const texts = { format: LETTER_FORMAT, from, link, begunBy, number, received };
  return [...Object.entries(texts).flatMap(([name, value]) => [name, String(value)]), 'data', data];
}

/** The letter that an entry in a stream contains; null for anything else. */
export function letterOf(fields: unknown): Letter | null {
  if (!Array.isArray(fields)) return null;
  const values = new Map<string, Buffer>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const value: unknown = fields[index + 1];
    if (Buffer.isBuffer(value)) values.set(String(fields[index]), value);
  }
  const text = (name: string): string => values.get(name)?.toString() ?? '';
  const [number, received] = [Number(text('number') || -1), Number(text('received') || -1)];
  const [from, link, begunBy, data] = [
    text('from'),
    text('link'),
    text('begunBy'),
    values.get('data'),
  ];
  if (text('format') !== String(LETTER_FORMAT) || from === '' || link === '' || begunBy === '')
    return null;
  if (!isCount(number) || !isCount(received) || data === undefined) return null;
  return { from, link, begunBy, number, received, data };
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
