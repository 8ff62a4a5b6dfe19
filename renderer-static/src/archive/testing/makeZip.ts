import { deflateSync } from 'fflate';
import { crc32 } from '../zip/crc32.ts';

/** A file of a ZIP that may be malformed; fields default to valid values. */
export interface OddEntry {
  /** Bytes, or a Latin-1 string. */
  readonly name: string | Uint8Array;
  readonly bytes?: Uint8Array;
  readonly deflate?: boolean;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly packedSize?: number;
  /** Upper half of the attributes: the Unix file mode. */
  readonly mode?: number;
  /** Name in the local header, if it differs from the directory's. */
  readonly localName?: string;
  /** Index of another file whose bytes this entry points at. */
  readonly sharesWith?: number;
  /** Bytes between this file and the next one. */
  readonly trailing?: Uint8Array;
  /** Offset at which the directory says that this entry is, instead of writing its bytes. */
  readonly claimedOffset?: number;
}

const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * Writes a valid or malformed ZIP. `count` and `start` replace the number of files and the
 * directory's offset in the end record; `comment` follows the record.
 */
export function makeZip(
  entries: readonly OddEntry[],
  {
    count = entries.length,
    comment = '',
    start,
  }: {
    readonly count?: number;
    readonly comment?: string;
    readonly start?: number;
  } = {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? latin(entry.name) : entry.name;
    const localName = entry.localName === undefined ? name : latin(entry.localName);
    const bytes = entry.bytes ?? new Uint8Array();
    const packed = entry.deflate === true ? deflateSync(bytes) : bytes;
    const shared = entry.sharesWith === undefined ? undefined : (offsets[entry.sharesWith] ?? 0);
    const elsewhere = entry.claimedOffset ?? shared;
    const offset = elsewhere ?? length;
    offsets.push(offset);
    const common = [
      [2, entry.flags ?? 0],
      [2, entry.method ?? (entry.deflate === true ? 8 : 0)],
      [4, 0],
      [4, entry.crc ?? crc32(bytes)],
      [4, entry.packedSize ?? packed.length],
      [4, entry.size ?? bytes.length],
    ];
    if (elsewhere === undefined) {
      add(record([[4, 0x04034b50], [2, 20], ...common, [2, localName.length], [2, 0]]));
      add(localName);
      add(packed);
      add(entry.trailing ?? new Uint8Array());
    }
    directory.push(
      record([
        ...[[4, 0x02014b50], [2, 0x0314], [2, 20], ...common, [2, name.length]],
        ...[
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
        ],
        ...[
          [2, 0],
          [2, entry.mode ?? 0o100644],
          [4, offset],
        ],
      ]),
      name,
    );
  }
  const directoryStart = length;
  directory.forEach(add);
  const size = length - directoryStart;
  add(
    record([
      ...[
        [4, 0x06054b50],
        [2, 0],
        [2, 0],
        [2, count],
        [2, count],
      ],
      ...[
        [4, size],
        [4, start ?? directoryStart],
        [2, comment.length],
      ],
    ]),
  );
  add(latin(comment));
  return join(parts);
}

/** Concatenates chunks. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function record(fields: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [size = 0]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size = 0, value = 0] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}
