import type { BlockDefinition, BlockEmbed } from './BlockDefinition.ts';
import { callKit } from './kitProblem.ts';

/**
 * Wraps a third party's definition so that its functions throw nothing but `kit_invalid`, which
 * names the kit and the function. The schema is not wrapped: `checkContent` calls it safely.
 */
export function guardedBlock(block: BlockDefinition): BlockDefinition {
  return {
    ...guarded(block.type, 'block', block),
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
