import { createEditor } from '../createEditor.ts';
import type { Editor, EditorOptions } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import { makeTestPage } from './makeTestPage.ts';

/**
 * An editor for tests: ids count up (`id-1`, `id-2`), chance is always a half, the clock stands at
 * 2026-01-01.
 */
export function makeTestEditor(
  blocks: readonly Block[] = [],
  options: Partial<EditorOptions> = {},
): Editor {
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
