import { Node } from 'prosemirror-model';
import * as z from 'zod';
import { checkString, inputError } from '../model/inputError.ts';
import { isRecord } from '../model/json.ts';
import { richTextSchema, type TextAlign } from './richTextSchema.ts';

/** A mark of a text node; attrs as in {@link richTextSchema}. */
export interface RichTextMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
}

/** A node of a rich text document, in ProseMirror's JSON. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly RichTextNode[] | undefined;
  readonly text?: string | undefined;
  readonly marks?: readonly RichTextMark[] | undefined;
}

/** A rich text document: a node of type `doc`. */
export interface RichText extends RichTextNode {
  readonly type: 'doc';
}

const MAX_DEPTH = 24;

function isNestedAtMost(limit: number, value: unknown): boolean {
  if (limit === 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((each) => isNestedAtMost(limit - 1, each));
}

/**
 * Validates a document against {@link richTextSchema}: unknown nodes and marks and invalid attrs
 * are rejected.
 */
export const richTextDocSchema = z.custom<RichText>().superRefine(checkDoc);

function checkDoc(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) {
    const hint = typeof value === 'string' ? ': convert a string with richTextFromPlain' : '';
    context.addIssue({ code: 'custom', message: `must be a rich text document${hint}` });
    return;
  }
  if (!isNestedAtMost(MAX_DEPTH, value)) {
    context.addIssue({ code: 'custom', message: 'is nested too deeply' });
    return;
  }
  try {
    const node = Node.fromJSON(richTextSchema, value);
    if (node.type.name !== 'doc') throw new RangeError('is not a document');
    node.check();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid';
    context.addIssue({ code: 'custom', message: `must be a rich text document: ${reason}` });
  }
}

/**
 * Creates a document with one paragraph for each line of a plain string.
 *
 * @throws CobbleError `input_invalid` unless given a string
 */
export function richTextFromPlain(
  text: string,
  options: { align?: TextAlign; marks?: readonly RichTextMark[] } = {},
): RichText {
  checkString('text', text);
  return {
    type: 'doc',
    content: text.split('\n').map((line) => ({
      type: 'paragraph',
      attrs: { textAlign: options.align ?? null },
      content: line === '' ? [] : [{ type: 'text', text: line, marks: options.marks ?? [] }],
    })),
  };
}

/**
 * Returns the plain text of a document, with newlines between blocks and for line breaks.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for anything but rich text, such as the plain
 *   text of a note
 */
export function plainFromRichText(node: RichTextNode): string {
  if (typeof (node as unknown) === 'string')
    throw inputError('node', 'must be rich text, not a string');
  if (!isRecord(node)) throw inputError('node', 'must be rich text');
  if (node.type === 'text') return node.text ?? '';
  if (node.type === 'hard_break') return '\n';
  const parts = (node.content ?? []).map(plainFromRichText);
  const hasInlineContent = node.type === 'paragraph' || node.type === 'heading';
  return parts.join(hasInlineContent ? '' : '\n');
}
