import { checkContent } from '../blocks/checkContent.ts';
import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { type Block, blockEnvelopeSchema } from './Block.ts';
import type { CobbleError } from './CobbleError.ts';
import { problemOfIssues } from './pageProblem.ts';
import { isQuickBlock } from './quickPage.ts';

/**
 * Checks a block that is plain JSON already: the common fields, then its content by its type's
 * definition. A type that neither the product nor a kit knows passes with whatever content it has,
 * so that a page made by a newer or richer editor survives.
 *
 * @param prefix where the block stands, for the error's path
 * @returns the first problem, or null when the value is a {@link Block}
 */
export function checkBlock(
  value: unknown,
  kits: readonly Kit[],
  prefix: readonly string[],
): CobbleError | null {
  if (isQuickBlock(value, kits)) return null;
  const envelope = blockEnvelopeSchema.safeParse(value);
  if (!envelope.success) return problemOfIssues(envelope.error, prefix);
  const block = value as Block;
  const definition = findDefinition(block.type, kits);
  if (!definition) return null;
  const content = checkContent(definition, block.content);
  return content && problemOfIssues(content, [...prefix, 'content']);
}
