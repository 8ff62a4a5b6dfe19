import { findDefinition } from '../blocks/builtinBlocks.ts';
import { checkContent } from '../blocks/checkContent.ts';
import { type Block, blockEnvelopeSchema } from '../model/Block.ts';
import type { CobbleError } from '../model/CobbleError.ts';
import { BLOCK_DEPTH, copyJson, JsonProblem } from '../model/json.ts';
import { isValidBlockFast } from './fastPath.ts';
import { pageProblem, problemOfIssues } from './pageProblem.ts';

/**
 * Validates an untrusted value as a block: that it is JSON and not nested too deeply for a page,
 * then the fields that all blocks share, then the content of a built-in type. Any other type is
 * valid with any content, so that pages made by a newer or extended editor survive;
 * `checkKitContent` checks the content of a kit's type.
 *
 * @param prefix the block's path in the page, for the path of the error
 * @param valid a valid block, deeply frozen: what the value shares with it is not validated again
 * @returns the first problem, or null when the value is a {@link Block}
 * @throws what a getter or proxy in the value throws, if the fast path does not catch it; otherwise
 *   the first problem says that the value cannot be read
 */
export function checkBlock(
  value: unknown,
  prefix: readonly string[],
  valid?: Block,
): CobbleError | null {
  // The fast path accepts JSON only. Copying valid blocks too took 12% of an update's time.
  if (isValidBlockFast(value, valid)) return null;
  try {
    return checkBlockWithZod(copyJson(value, { depth: BLOCK_DEPTH }), prefix);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return pageProblem([...prefix, ...error.path], error.message, { cause: error });
  }
}

/** {@link checkBlock} without its fast path, for a value that is JSON. */
export function checkBlockWithZod(value: unknown, prefix: readonly string[]): CobbleError | null {
  const envelope = blockEnvelopeSchema.safeParse(value);
  if (!envelope.success) return problemOfIssues(envelope.error, prefix);
  const block = value as Block;
  const definition = findDefinition(block.type);
  if (!definition) return null;
  const content = checkContent(definition, block.content);
  return content && problemOfIssues(content, [...prefix, 'content']);
}
