import * as z from 'zod';
import type { Kit } from '../blocks/Kit.ts';
import { migrateKitBlock } from '../blocks/migrateKitBlock.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { compareVersions } from '../migrations/pageVersion.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, JsonProblem } from '../model/json.ts';
import type { KitWarning } from '../parsing/readKitBlocks.ts';
import { checkBlocks } from './checkBlocks.ts';
import { migrateCopy } from './migrateCopy.ts';

const START = '<!--cobble-blocks-start-->';
const END = '<!--cobble-blocks-end-->';

/** Far longer than any real copy. Longer text is rejected unparsed. */
const MAX_LENGTH = 20_000_000;

/** Version of the clipboard format. */
const FORMAT = 1;

/**
 * Why a text cannot be pasted as blocks: it is not a copy or is damaged, or it comes from a newer
 * editor.
 */
export type ClipboardProblem = 'clipboard_invalid' | 'clipboard_newer_than_editor';

/**
 * Copied blocks as they travel through the system clipboard. Parents come before their children.
 * Blocks whose parent was not copied have positions in page space, except sections.
 */
export interface ClipboardContent {
  /** The page that the blocks were copied from. */
  readonly pageID: number;
  /** Px per unit. Lengths are fractions of it. */
  readonly referenceWidth: number;
  readonly blocks: readonly Block[];
}

const versions = z.looseObject({
  format: z.number().int().min(1),
  editorVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
});
/** The result of {@link parseClipboardText}. */
export interface ParsedClipboard extends ClipboardContent {
  /** Blocks that their kits cannot read; they are kept. `path` is like `blocks.3.content.rings`. */
  readonly warnings: readonly KitWarning[];
}


const envelope = z.looseObject({
  pageID: z.number().int(),
  referenceWidth: z.number().min(GEOMETRY.minWindowWidthPx).max(GEOMETRY.maxContentWidthPx),
  blocks: z.array(z.unknown()).min(1),
});

/** Whether a clipboard text contains copied blocks. Does not validate them. */
export function hasClipboardBlocks(text: string): boolean {
  const start = text.indexOf(START);
  return start >= 0 && text.includes(END, start);
}

/** Serialises blocks as JSON between a start and an end marker. */
export function makeClipboardText(content: ClipboardContent): string {
  const json = JSON.stringify({ format: FORMAT, editorVersion: EDITOR_VERSION, ...content });
  // Escapes `<`, so that text that contains a marker does not end the data.
  return START + json.replaceAll('<', '\\u003c') + END;
}

/**
 * Parses the output of {@link makeClipboardText}, with any text around it. The input is untrusted:
 * blocks pass the same schemas as a page, and the same rules for the tree. A copy from an older
 * editor is migrated first, and so are blocks of older versions of kits.
 *
 * @throws CobbleError with a {@link ClipboardProblem} code. `clipboard_invalid` has `details.path`
 * (`blocks.3.content.url`, '' for the whole text), `clipboard_newer_than_editor` has
 * `details.editorVersion`, the version that made the copy. Throws nothing else.
 */
export function parseClipboardText(text: string, kits: readonly Kit[] = []): ParsedClipboard {
  try {
    const json = copyJson(JSON.parse(extractJson(text)));
    const copy = versions.parse(json);
    rejectNewer(copy);
    const isOld = compareVersions(copy.editorVersion, EDITOR_VERSION) < 0;
    const { pageID, referenceWidth, blocks } = envelope.parse(
      isOld ? migrateCopy(copy, kits) : copy,
    );
    const warnings: KitWarning[] = [];
    const read = checkBlocks(blocks, kits).map((given) => {
      const { block, problem } = migrateKitBlock(given, kits);
      const path = ['blocks', String(blocks.indexOf(given)), ...(problem?.path ?? [])].join('.');
      if (problem) warnings.push({ ...problem, path });
      return block;
    });
    return { pageID, referenceWidth, blocks: read, warnings };
  } catch (error) {
    throw toClipboardError(error);
  }
}

function extractJson(text: string): string {
  if (text.length > MAX_LENGTH) throw new JsonProblem('is too large');
  const start = text.indexOf(START);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) throw new JsonProblem('contains no blocks');
  return text.slice(start + START.length, end);
}

function rejectNewer({ format, editorVersion }: z.infer<typeof versions>): void {
  if (format <= FORMAT && compareVersions(editorVersion, EDITOR_VERSION) <= 0) return;
  throw new CobbleError('clipboard_newer_than_editor', `was copied by editor ${editorVersion}`, {
    details: { editorVersion },
  });
}

function toClipboardError(error: unknown): CobbleError {
  if (error instanceof CobbleError && error.code === 'clipboard_newer_than_editor') return error;
  const { path, message } = describeError(error);
  return new CobbleError('clipboard_invalid', message, { details: { path }, cause: error });
}

function describeError(error: unknown): { path: string; message: string } {
  if (error instanceof CobbleError) {
    const { path } = error.details;
    return { path: typeof path === 'string' ? path : '', message: error.reason };
  }
  if (error instanceof JsonProblem)
    return { path: error.path.join('.').slice(0, 400), message: error.message };
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  if (issue) return { path: issue.path.map(String).join('.'), message: issue.message };
  return { path: '', message: 'cannot be read' };
}
