import type { Kit } from '../blocks/Kit.ts';
import { createEditor } from '../createEditor.ts';
import type { Editor, EditorOptions } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import { makeTestPage } from './makeTestPage.ts';

/**
 * Creates an editor for tests: ids count up (`id-1`, `id-2`), random numbers are 0.5, and the date
 * is 2026-01-01.
 */
export function makeTestEditor<const Kits extends readonly Kit[] = readonly []>(
  blocks: readonly Block[] = [],
  options: Partial<EditorOptions<Kits>> = {},
): Editor<Kits[number]> {
  let ids = 0;
  return createEditor({
    page: makeTestPage(blocks),
    ...options,
    environment: {
      now: () => Date.UTC(2026, 0, 1),
      random: () => 0.5,
      createId: () => `id-${String(++ids)}`,
      ...options.environment,
    },
  });
}
