import * as z from 'zod';
import type { Kit } from '../blocks/Kit.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { compareVersions } from '../migrations/pageVersion.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, JsonProblem } from '../model/json.ts';
import { checkBlocks } from './checkBlocks.ts';
import { migrateCopy } from './migrateCopy.ts';

const START = '<!--cobble-blocks-start-->';
const END = '<!--cobble-blocks-end-->';

/** Far above any real copy; what is longer is not even read. */
const MAX_LENGTH = 20_000_000;

/** The version of the clipboard's own form. */
const FORMAT = 1;

/** Why a text gives no blocks: it is none of ours or damaged, or a newer editor has written it. */
export type ClipboardProblem = 'clipboard_invalid' | 'clipboard_newer_than_editor';

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

const versions = z.looseObject({
  format: z.number().int().min(1),
  editorVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
});

const envelope = z.looseObject({
  pageID: z.number().int(),
  referenceWidth: z.number().min(GEOMETRY.minWindowWidthPx).max(GEOMETRY.maxContentWidthPx),
  blocks: z.array(z.unknown()).min(1),
});

/** Whether a text from the clipboard holds blocks, whatever they are worth. */
export function holdsBlocks(text: string): boolean {
  const start = text.indexOf(START);
  return start >= 0 && text.includes(END, start);
}

/** Writes blocks as JSON between a start and an end marker. */
export function makeClipboardText(content: ClipboardContent): string {
  const json = JSON.stringify({ format: FORMAT, editorVersion: EDITOR_VERSION, ...content });
  // Markers in someone's text must not end the data; JSON may write any `<` as an escape.
  return START + json.replaceAll('<', '\\u003c') + END;
}

/**
 * Reads what {@link makeClipboardText} wrote, out of any text around it. Nothing of it is trusted:
 * the blocks pass the schemas that a page passes, and hold each other as a page's do. What an older
 * editor has copied is brought to today's form first.
 *
 * @throws CobbleError with a {@link ClipboardProblem}; `clipboard_invalid` has `details.path`
 *   (`blocks.3.content.url`, '' for the whole), `clipboard_newer_than_editor` has
 *   `details.editorVersion`, the version that wrote it. Never anything else.
 */
export function parseClipboardText(text: string, kits: readonly Kit[] = []): ClipboardContent {
  try {
    const json = copyJson(JSON.parse(between(text)));
    const copy = versions.parse(json);
    refuseNewer(copy);
    const isOld = compareVersions(copy.editorVersion, EDITOR_VERSION) < 0;
    const { pageID, referenceWidth, blocks } = envelope.parse(
      isOld ? migrateCopy(copy, kits) : copy,
    );
    return { pageID, referenceWidth, blocks: checkBlocks(blocks, kits) };
  } catch (error) {
    throw problemOf(error);
  }
}

function between(text: string): string {
  if (text.length > MAX_LENGTH) throw new JsonProblem('is too large');
  const start = text.indexOf(START);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) throw new JsonProblem('holds no blocks');
  return text.slice(start + START.length, end);
}

function refuseNewer({ format, editorVersion }: z.infer<typeof versions>): void {
  if (format <= FORMAT && compareVersions(editorVersion, EDITOR_VERSION) <= 0) return;
  throw new CobbleError('clipboard_newer_than_editor', `was copied by editor ${editorVersion}`, {
    details: { editorVersion },
  });
}

function problemOf(error: unknown): CobbleError {
  if (error instanceof CobbleError && error.code === 'clipboard_newer_than_editor') return error;
  const { path, message } = placeOf(error);
  return new CobbleError('clipboard_invalid', message, { details: { path }, cause: error });
}

function placeOf(error: unknown): { path: string; message: string } {
  if (error instanceof CobbleError) {
    const { path } = error.details;
    return { path: typeof path === 'string' ? path : '', message: error.message };
  }
  if (error instanceof JsonProblem)
    return { path: error.path.join('.').slice(0, 400), message: error.message };
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  if (issue) return { path: issue.path.map(String).join('.'), message: issue.message };
  return { path: '', message: 'cannot be read' };
}
