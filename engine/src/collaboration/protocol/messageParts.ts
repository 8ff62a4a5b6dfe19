import { inputError } from '../../model/inputError.ts';
import { measureJson } from './measureJson.ts';

/** How many levels of a message are written piece by piece: enough for the blocks of an op. */
const MAX_DEPTH = 7;

/**
 * The JSON text of a large message in parts; null if it has at most about `partChars` characters
 * and can be sent as a whole. Each part is written when it is asked for, so that a page of several
 * MB neither blocks the process nor fills the buffer of a slow connection. Records are immutable, so
 * the message may wait meanwhile.
 *
 * @param message plain JSON
 * @param partChars the characters after which a part ends, above 0; a single block may be longer
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
  for (const piece of piecesOf(message, MAX_DEPTH)) {
    pieces.push(piece);
    chars += piece.length;
    if (chars < partChars) continue;
    yield pieces.join('');
    pieces = [];
    chars = 0;
  }
  if (chars > 0) yield pieces.join('');
}

/** The JSON text of a value in pieces. Blocks, and what is nested deeply, are one piece each. */
function* piecesOf(value: unknown, depth: number): Generator<string, void, void> {
  if (!isContainer(value) || depth === 0) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* piecesOf(each ?? null, depth - 1);
    before = ',';
  }
  if (before !== ',') yield before;
  yield isList ? ']' : '}';
}

/** Whether a value has parts of its own and is not a block. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('uuid' in value && 'type' in value);
}
