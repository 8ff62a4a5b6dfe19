import { z } from 'zod';
import type { Kit } from '../blocks/builtinBlocks.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import type { Block, Things } from '../model/Block.ts';
import { checkBlock } from '../model/checkBlock.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, JsonProblem } from '../model/copyJson.ts';

const START = '<!--cobble-blocks-start-->';
const END = '<!--cobble-blocks-end-->';

/** Far above any real copy; what is longer is not even read. */
const MAX_LENGTH = 20_000_000;

/** The version of the clipboard's own form. */
const FORMAT = 1;

/**
 * Blocks on their way through the system's clipboard. Parents come before what they hold. A block
 * whose parent is not among them lies in page space, sections excepted.
 */
export interface ClipboardContent {
  /** The page that they were copied from. */
  readonly pageID: number;
  /** Px; lengths are fractions of it. */
  readonly referenceWidth: number;
  readonly blocks: readonly Block[];
}

const envelope = z.object({
  format: z.literal(FORMAT),
  editorVersion: z.string().max(20),
  pageID: z.number().int(),
  referenceWidth: z.number().min(1).max(10_000),
  blocks: z.array(z.unknown()).min(1),
});

/** Whether a text from the clipboard holds blocks, whatever they are worth. */
export function holdsBlocks(text: string): boolean {
  const start = text.indexOf(START);
  return start >= 0 && text.includes(END, start);
}

/** Writes blocks as JSON between a start and an end marker (editing-canvas.md section 9). */
export function makeClipboardText(content: ClipboardContent): string {
  const json = JSON.stringify({ format: FORMAT, editorVersion: EDITOR_VERSION, ...content });
  // Markers in someone's text must not end the data; JSON may write any `<` as an escape.
  return START + json.replaceAll('<', '\\u003c') + END;
}

/**
 * Reads what {@link makeClipboardText} wrote, out of any text around it. Nothing of it is trusted:
 * the blocks pass the schemas that a page passes, ids are unique, parents come first.
 *
 * @throws CobbleError `clipboard_invalid`; never anything else
 */
export function parseClipboardText(text: string, kits: readonly Kit[] = []): ClipboardContent {
  try {
    const parsed = envelope.parse(copyJson(JSON.parse(between(text))));
    const { pageID, referenceWidth } = parsed;
    return { pageID, referenceWidth, blocks: checkBlocks(parsed.blocks, kits) };
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'clipboard_invalid') throw error;
    throw invalid(reasonOf(error), error);
  }
}

function between(text: string): string {
  if (text.length > MAX_LENGTH) throw invalid('is too large');
  const start = text.indexOf(START);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) throw invalid('holds no blocks');
  return text.slice(start + START.length, end);
}

function checkBlocks(values: readonly unknown[], kits: readonly Kit[]): readonly Block[] {
  const known: Record<string, Block> = {};
  const all = new Set(values.map((value) => (value as { uuid?: unknown } | null)?.uuid));
  const blocks: Block[] = [];
  values.forEach((value, place) => {
    const problem = checkBlock(value, kits, ['blocks', String(place)]);
    if (problem) throw problem;
    const block = value as Block;
    if (Object.hasOwn(known, block.uuid)) throw invalid('holds a block twice');
    if (block.type !== 'group' && block.parentUuid === undefined)
      throw invalid('holds a block that lies nowhere');
    checkParent(block, known, all);
    known[block.uuid] = block;
    blocks.push(block);
  });
  return blocks;
}

/** A parent that comes later, or that holds no blocks, could make a circle or lose what it holds. */
function checkParent(block: Block, known: Things, all: ReadonlySet<unknown>): void {
  const { parentUuid } = block;
  if (parentUuid === undefined) return;
  const parent = Object.hasOwn(known, parentUuid) ? known[parentUuid] : undefined;
  if (parent) {
    if (parent.type !== 'group') throw invalid('holds a block in something that is no group');
    return;
  }
  if (all.has(parentUuid)) throw invalid('holds a block before its parent');
}

function reasonOf(error: unknown): string {
  return error instanceof CobbleError || error instanceof JsonProblem
    ? error.message
    : 'cannot be read';
}

function invalid(message: string, cause?: unknown): CobbleError {
  return new CobbleError('clipboard_invalid', message, { cause });
}
