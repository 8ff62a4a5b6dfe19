import * as z from 'zod';
import type { Kit } from '../blocks/Kit.ts';
import { migrateKitBlock } from '../blocks/migrateKitBlock.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { compareVersions } from '../migrations/pageVersion.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, ENVELOPE_DEPTH, JsonProblem } from '../model/json.ts';
import type { KitWarning } from '../parsing/readKitBlocks.ts';
import { checkBlocks } from './checkBlocks.ts';
import { migrateCopy } from './migrateCopy.ts';

const START = '<!--cobble-blocks-start-->';
const END = '<!--cobble-blocks-end-->';

/** The markers, plain or escaped, because other programs may rewrite the HTML. */
const START_PATTERN = /(?:<|&lt;)!--cobble-blocks-start--(?:>|&gt;)/;
const END_PATTERN = /(?:<|&lt;)!--cobble-blocks-end--(?:>|&gt;)/;

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

/** The result of {@link parseClipboardText}. */
export interface ParsedClipboard extends ClipboardContent {
  /** Blocks that their kits cannot read; they are kept. `path` is like `blocks.3.content.rings`. */
  readonly warnings: readonly KitWarning[];
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

/** Whether text or HTML from the clipboard contains copied blocks. Does not validate them. */
export function hasClipboardBlocks(text: string): boolean {
  return findJson(text) !== null;
}

/** Serialises blocks as JSON between a start and an end marker. */
export function makeClipboardText(content: ClipboardContent): string {
  const json = JSON.stringify({ format: FORMAT, editorVersion: EDITOR_VERSION, ...content });
  // Escaped, so that text that contains a marker does not end the data, and so that only quotes need
  // to be escaped in an HTML attribute.
  const escaped = json.replace(
    /[<>&'\u00a0]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return START + escaped + END;
}

/** Copied blocks, as a host writes them to the clipboard. */
export interface CopiedBlocks {
  /**
   * For `text/html`: the blocks as JSON between two markers, in an attribute, which browsers keep
   * when they sanitise the clipboard; and the text of the blocks, for other programs.
   */
  readonly html: string;
  /** For `text/plain`: the text of the blocks in reading order. */
  readonly text: string;
}

/**
 * Serialises blocks for the clipboard.
 *
 * @param text the text of the blocks
 */
export function makeCopiedBlocks(content: ClipboardContent, text: string): CopiedBlocks {
  const lines = text === '' ? [] : text.split('\n');
  const paragraphs = lines
    .map((line) => `<p>${line === '' ? '<br>' : escapeHtml(line)}</p>`)
    .join('');
  const blocks = escapeHtml(makeClipboardText(content));
  return { html: `<div data-cobble-blocks="${blocks}">${paragraphs}</div>`, text };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Parses blocks between their markers, with any text around them: the HTML of
 * {@link makeCopiedBlocks}, or the plain text of older editors. The input is untrusted:
 * blocks pass the same schemas as a page, and the same rules for the tree. A copy from an older
 * editor is migrated first, and so are blocks of older versions of kits.
 *
 * @throws CobbleError with a {@link ClipboardProblem} code. `clipboard_invalid` has `details.path`
 * (`blocks.3.content.url`, '' for the whole text), `clipboard_newer_than_editor` has
 * `details.editorVersion`, the version that made the copy. Throws nothing else.
 */
export function parseClipboardText(text: string, kits: readonly Kit[] = []): ParsedClipboard {
  try {
    const json = copyJson(JSON.parse(extractJson(text)), { depth: ENVELOPE_DEPTH });
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
  const json = findJson(text);
  if (json === null) throw new JsonProblem('contains no blocks');
  // Only quotes are escaped in an attribute.
  return /^\{&(?:quot|#34);/.test(json) ? json.replace(/&(?:quot|#34);/g, '"') : json;
}

/** The text between the markers; null without them. */
function findJson(text: string): string | null {
  const start = START_PATTERN.exec(text);
  if (!start) return null;
  const rest = text.slice(start.index + start[0].length);
  // In plain text, the escaped marker can be a part of the data.
  const end = rest.startsWith('{"') ? rest.indexOf(END) : rest.search(END_PATTERN);
  return end < 0 ? null : rest.slice(0, end);
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
