import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { type Block, blockEnvelopeSchema } from './Block.ts';
import { type Page, pageEnvelopeSchema } from './Page.ts';
import {
  isQuickRecord,
  isSafeKey,
  type QuickReader,
  spend,
  UNSURE,
  withinBudget,
} from './quickCopy.ts';
import { objectReader, quickReaderOf } from './quickReader.ts';

/**
 * Reads a page in one walk, when nothing about it is out of the common.
 *
 * @returns a frozen copy in which each block by itself is valid (how they hold each other is not
 *   looked at), or null when the slow way has to decide
 */
export function quickPage(json: unknown, kits: readonly Kit[]): Page | null {
  const readThings = thingsReader(blockReader(kits));
  const page = withinBudget(() =>
    objectReader(pageEnvelopeSchema, { things: readThings })(json, 0),
  );
  return page === UNSURE ? null : (page as Page);
}

/** The same of one block: whether it is surely valid. */
export function isQuickBlock(value: unknown, kits: readonly Kit[]): boolean {
  return withinBudget(() => blockReader(kits)(value, 0)) !== UNSURE;
}

function thingsReader(readBlock: QuickReader): QuickReader {
  return (from, depth) => {
    if (!isQuickRecord(from, depth)) return UNSURE;
    const to: Record<string, unknown> = {};
    for (const key in from) {
      const copy = spend(1) && isSafeKey(key) ? readBlock(from[key], depth + 1) : UNSURE;
      if (copy === UNSURE) return UNSURE;
      to[key] = copy;
    }
    return Object.freeze(to);
  };
}

const builtinReaders = new Map<string, QuickReader>();

/** The reader of a block of any type. Those of types without a kit are kept. */
function blockReader(kits: readonly Kit[]): QuickReader {
  const readers = kits.length === 0 ? builtinReaders : new Map<string, QuickReader>();
  const readerOf = (type: string): QuickReader => {
    const known = readers.get(type);
    if (known) return known;
    const definition = findDefinition(type, kits);
    const made = definition
      ? objectReader(blockEnvelopeSchema, { content: contentReader(definition.content) })
      : objectReader(blockEnvelopeSchema);
    // Of types that nobody knows there is no end.
    if (definition) readers.set(type, made);
    return made;
  };
  return (value, depth) => {
    if (!isQuickRecord(value, depth)) return UNSURE;
    const { type } = value;
    if (typeof type !== 'string') return UNSURE;
    const copy = readerOf(type)(value, depth);
    // A getter may say another type the second time.
    return copy === UNSURE || (copy as Block).type !== type ? UNSURE : copy;
  };
}

/**
 * What holds for the content of all blocks holds for a kit's too: it is an object. A schema that
 * throws has not said that it is valid.
 */
function contentReader(schema: Parameters<typeof quickReaderOf>[0]): QuickReader {
  const read = quickReaderOf(schema);
  return (value, depth) => {
    try {
      return isQuickRecord(value, depth) ? read(value, depth) : UNSURE;
    } catch {
      return UNSURE;
    }
  };
}
