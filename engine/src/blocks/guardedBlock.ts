import type { BlockDefinition, BlockEmbed } from './BlockDefinition.ts';
import { callKit } from './kitProblem.ts';

/**
 * A third party's definition whose functions throw nothing but `kit_invalid`, which names the kit
 * and the function, whatever goes wrong in them. Its schema is left alone: `checkContent` is how
 * content is checked.
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
      ? (...given: readonly unknown[]) =>
          callKit(type, `${path}.${name}`, () => Reflect.apply(part, parts, given) as unknown)
      : part,
  ]);
  return Object.fromEntries(entries) as Parts;
}
