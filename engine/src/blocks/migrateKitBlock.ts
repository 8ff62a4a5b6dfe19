import type { Block } from '../model/Block.ts';
import { CONTENT_DEPTH, copyJson, isRecord, JsonProblem } from '../model/json.ts';
import type { BlockDefinition } from './BlockDefinition.ts';
import { asBuiltin, findDefinition } from './builtinBlocks.ts';
import { checkKitContent, type KitContentProblem, versionOf } from './checkContent.ts';
import type { Kit } from './Kit.ts';
import { reasonOf } from './kitProblem.ts';

/** A block of a page, as a kit reads it. */
export interface MigratedBlock {
  /** The migrated block; the given one if it needs no migration or could not be migrated. */
  readonly block: Block;
  /** Why the block's kit cannot read it; null if it can, or if no kit has its type. */
  readonly problem: KitContentProblem | null;
}

/** Whether a block is older than the kit that has its type. It may still fail to be migrated. */
export function isOlderThanKit(block: Block, kits: readonly Kit[]): boolean {
  const definition = asBuiltin(block) ? null : findDefinition(block.type, kits);
  return definition !== null && isOlder(block, definition);
}

/**
 * Migrates a block of a kit's type to the kit's version. A block that the kit cannot read is
 * returned as it is: a mistake in a kit, or one block of another version, must not keep the page from
 * opening.
 *
 * @param block valid, apart from what its kit checks
 */
export function migrateKitBlock(block: Block, kits: readonly Kit[]): MigratedBlock {
  const definition = asBuiltin(block) ? null : findDefinition(block.type, kits);
  if (!definition) return { block, problem: null };
  if (isOlder(block, definition)) return migrated(definition, block);
  return { block, problem: checkKitContent(definition, block) };
}

function isOlder({ contentVersion = 1 }: Block, definition: BlockDefinition): boolean {
  return contentVersion < versionOf(definition);
}

function migrated(definition: BlockDefinition, block: Block): MigratedBlock {
  const { migrations = [] } = definition;
  let version = block.contentVersion ?? 1;
  const failed = (path: readonly string[], message: string, cause?: unknown): MigratedBlock => ({
    block,
    problem: {
      code: 'content_not_migrated',
      path,
      message,
      ...(cause === undefined ? {} : { cause }),
    },
  });
  try {
    let content: unknown = block.content;
    for (; version < versionOf(definition); version += 1) {
      // A copy, which a migration may change.
      const copy = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
      const returned: unknown = migrations[version - 1]?.(copy);
      if (!isRecord(returned)) throw new JsonProblem('must be an object');
      // Checked at each step, so that the problem names the migration that caused it.
      content = copyJson(returned, { depth: CONTENT_DEPTH });
    }
    const next = Object.freeze({
      ...block,
      contentVersion: version,
      content: content as Block['content'],
    });
    const problem = checkKitContent(definition, next);
    if (!problem) return { block: next, problem: null };
    return failed(problem.path, `after the migration: ${problem.message}`, problem.cause);
  } catch (error) {
    const step = `the migration of ${definition.type} from version ${String(version)}`;
    if (error instanceof JsonProblem) {
      const path = ['content', ...error.path];
      const reason = `${path.join('.')} ${error.message}`;
      return failed(path, `${step} returned content that cannot be stored: ${reason}`);
    }
    return failed(['content'], `${step} threw an error${reasonOf(error)}`, error);
  }
}
