import { inputError } from '../../model/inputError.ts';
import { type JsonLimits, measureJson } from './measureJson.ts';

/** How many levels of a message are always written piece by piece: enough for the blocks of an op. */
const DIVIDED_LEVELS = 7;
/** What is at most as large as this is one piece. A block of a kit may have 100,000 values. */
const PIECE_SIZE: JsonLimits = { chars: 10_000, values: 1000 };

/**
 * The JSON text of a large message in parts; null if it has at most about `partChars` characters
 * and can be sent as a whole. Each part is written when it is asked for, so that a page of several
 * MB neither blocks the process nor fills the buffer of a slow connection. Records are immutable, so
 * the message may wait meanwhile.
 *
 * @param message plain JSON
 * @param partChars the characters after which a part ends, above 0; a single text may be longer
 * @returns the parts, which are written again each time they are read
 * @throws CobbleError `input_invalid` (details: `path`) for another `partChars`
 */
export function textInParts(message: unknown, partChars: number): Iterable<string> | null {
  // Any other number would end no part, or each piece would be one.
  if (!(typeof partChars === 'number' && Number.isFinite(partChars) && partChars > 0))
    throw inputError('partChars', 'must be a finite number above 0');
  const chars = measureJson(message, { chars: partChars, values: Infinity });
  if (chars !== null) return null;
  return { [Symbol.iterator]: () => partsOf(message, partChars) };
}

function* partsOf(message: unknown, partChars: number): Generator<string, void, void> {
  let pieces: string[] = [];
  let chars = 0;
  for (const piece of piecesOf(message, DIVIDED_LEVELS)) {
    pieces.push(piece);
    chars += piece.length;
    if (chars < partChars) continue;
    yield pieces.join('');
    pieces = [];
    chars = 0;
  }
  if (chars > 0) yield pieces.join('');
}

/**
 * The JSON text of a value in pieces. Blocks, and what is nested deeply, are one piece each, unless
 * they are large.
 */
function* piecesOf(value: unknown, levels: number): Generator<string, void, void> {
  if (!isContainer(value) || ((levels <= 0 || isBlock(value)) && isSmall(value))) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const key of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (each === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* piecesOf(each ?? null, levels - 1);
    before = ',';
  }
  if (before !== ',') yield before;
  yield isList ? ']' : '}';
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

const isBlock = (value: object): boolean => 'uuid' in value && 'type' in value;

const isSmall = (value: object): boolean => measureJson(value, PIECE_SIZE) !== null;
