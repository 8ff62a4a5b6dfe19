import type { BlockDefinition, BlockEmbed } from './BlockDefinition.ts';
import { CONTENT_DEPTH, copyJson } from '../model/json.ts';
import { checkContent } from './checkContent.ts';
import { callKit, kitProblem } from './kitProblem.ts';

/**
 * Wraps a third party's definition so that its functions throw nothing but `kit_invalid`, which
 * names the kit and the function, and so that content that they rewrite can be stored. The schema is
 * not wrapped: `checkContent` calls it safely.
 */
export function guardedBlock(block: BlockDefinition): BlockDefinition {
  const calls = guarded(block.type, 'block', block);
  const { plainText, scalePx, remapIds } = calls;
  return {
    ...calls,
    plainText(content) {
      const text: unknown = plainText(content);
      if (typeof text === 'string') return text;
      throw kitProblem(block.type, 'block.plainText', 'must return a string');
    },
    ...(scalePx && {
      scalePx: (content, factor) =>
        readRewritten(block, 'scalePx', content, scalePx(content, factor)),
    }),
    ...(remapIds && {
      remapIds: (content, idOf) =>
        readRewritten(block, 'remapIds', content, remapIds(content, idOf)),
    }),
    ...(block.embed ? { embed: guarded(block.type, 'block.embed', block.embed) } : {}),
  };
}

function guarded<Parts extends BlockDefinition | BlockEmbed>(
  type: string,
  path: string,
  parts: Parts,
): Parts {
  const entries = Object.entries(parts).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'function'
      ? (...args: readonly unknown[]) =>
          callKit(type, `${path}.${name}`, () => Reflect.apply(part, parts, args) as unknown)
      : part,
  ]);
  return Object.fromEntries(entries) as Parts;
}

/**
 * A copy of what a function has made of a block's content; the content itself if it is unchanged.
 *
 * @throws CobbleError `kit_invalid` if it is not JSON, or does not pass the kit's own schema
 */
export function readRewritten(
  block: BlockDefinition,
  name: 'scalePx' | 'remapIds',
  content: object,
  rewritten: unknown,
): object {
  if (rewritten === content) return content;
  const fail = (reason: string, cause?: unknown): never => {
    throw kitProblem(block.type, `block.${name}`, `must return ${reason}`, cause);
  };
  let copy: unknown;
  try {
    copy = copyJson(rewritten, { depth: CONTENT_DEPTH });
  } catch (cause) {
    return fail('plain JSON', cause);
  }
  const problem = checkContent(block, copy);
  return problem
    ? fail("content that passes the kit's own schema", problem.cause)
    : (copy as object);
}
