import type { BlockDefinition, BlockEmbed } from './BlockDefinition.ts';
import type { CallGuard } from '../model/CallGuard.ts';
import { CONTENT_DEPTH, copyJson, isRecord, JsonProblem } from '../model/json.ts';
import type { SizePx } from '../model/Position.ts';
import { asyncProblem } from '../model/promises.ts';
import { checkContent, guardSchema } from './checkContent.ts';
import { kitProblem, thrownByKit } from './kitProblem.ts';

/**
 * Wraps a third party's definition so that its functions throw nothing but `kit_invalid`, which
 * names the kit and the function, and so that content that they rewrite can be stored. Migrations and
 * the schema are only guarded: `migrateKitBlock` and `checkContent` handle what they throw.
 *
 * @param guard of the editor that none of the functions may edit
 */
export function guardedBlock(block: BlockDefinition, guard: CallGuard): BlockDefinition {
  const calls = guarded(block.type, 'block', block, guard);
  const { plainText, scalePx, remapIds, defaultSizePx, aspectRatio } = calls;
  const definition: BlockDefinition = {
    ...calls,
    plainText(content) {
      const text: unknown = plainText(content);
      if (typeof text === 'string') return text;
      throw kitProblem(block.type, 'block.plainText', 'must return a string');
    },
    ...(defaultSizePx && {
      defaultSizePx: (content) => readSizePx(block.type, defaultSizePx(content)),
    }),
    ...(aspectRatio && {
      aspectRatio: (content) => readRatio(block.type, aspectRatio(content)),
    }),
    ...(scalePx && {
      scalePx: (content, factor) =>
        readRewritten(definition, 'scalePx', content, scalePx(content, factor)),
    }),
    ...(remapIds && {
      remapIds: (content, idOf) =>
        readRewritten(definition, 'remapIds', content, remapIds(content, idOf)),
    }),
    ...(block.embed ? { embed: guarded(block.type, 'block.embed', block.embed, guard) } : {}),
    ...(block.migrations && {
      migrations: block.migrations.map((migration, index) => {
        const called = { kit: block.type, path: `block.migrations.${String(index)}` };
        return (content) => guard.call(called, () => migration(content));
      }),
    }),
  };
  guardSchema(definition, guard);
  return definition;
}

/**
 * The size that a kit's `defaultSizePx` has returned.
 *
 * @throws CobbleError `kit_invalid` unless width and height are positive numbers
 */
export function readSizePx(type: string, size: unknown): SizePx {
  const [width, height] = isRecord(size) ? [size.width, size.height] : [];
  if (isLength(width) && isLength(height)) return { width, height };
  const rule = asyncProblem(size) ?? 'must return a positive width and height';
  throw kitProblem(type, 'block.defaultSizePx', rule);
}

/**
 * The ratio that a kit's `aspectRatio` has returned.
 *
 * @throws CobbleError `kit_invalid` unless it is a positive number, or null (or undefined) for none
 */
export function readRatio(type: string, ratio: unknown): number | null {
  if (ratio === null || ratio === undefined) return null;
  if (isLength(ratio)) return ratio;
  const rule = asyncProblem(ratio) ?? 'must return a positive number or null';
  throw kitProblem(type, 'block.aspectRatio', rule);
}

/** Whether a value is a positive, finite number. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function guarded<Parts extends BlockDefinition | BlockEmbed>(
  type: string,
  prefix: string,
  parts: Parts,
  guard: CallGuard,
): Parts {
  const entries = Object.entries(parts).map(
    ([name, part]: [string, unknown]): [string, unknown] => {
      if (typeof part !== 'function') return [name, part];
      const path = `${prefix}.${name}`;
      const called = { kit: type, path };
      const call = (...args: readonly unknown[]): unknown => {
        const outer = guard.running;
        guard.running = called;
        try {
          return Reflect.apply(part, parts, args);
        } catch (cause) {
          throw thrownByKit(type, path, cause);
        } finally {
          guard.running = outer;
        }
      };
      return [name, call];
    },
  );
  return Object.fromEntries<unknown>(entries) as unknown as Parts;
}

/**
 * A copy of what a function has made of a block's content; the content itself if it is unchanged.
 *
 * @throws CobbleError `kit_invalid` if it is not JSON, or does not pass the kit's own schema
 */
export function readRewritten(
  block: BlockDefinition,
  name: 'scalePx' | 'scaleText' | 'remapIds',
  content: object,
  rewritten: unknown,
): object {
  if (rewritten === content) return content;
  const fail = (reason: string, cause?: unknown): never => {
    throw kitProblem(block.type, `block.${name}`, `must return ${reason}`, cause);
  };
  const fieldAt = (path: readonly PropertyKey[]): string =>
    ['content', ...path].map(String).join('.');
  let copy: unknown;
  try {
    copy = copyJson(rewritten, { depth: CONTENT_DEPTH });
  } catch (cause) {
    if (!(cause instanceof JsonProblem)) throw cause;
    return fail(`plain JSON: ${fieldAt(cause.path)} ${cause.message}`, cause);
  }
  const problem = checkContent(block, copy);
  if (!problem) return copy as object;
  const [issue] = problem.issues;
  const where = issue?.path.length ? `${fieldAt(issue.path)}: ` : '';
  return fail(
    `content that passes the kit's own schema: ${where}${issue?.message ?? 'is invalid'}`,
    problem.cause,
  );
}
