import type { Editor, EditorOptions } from './Editor.ts';
import { PageEditor } from './facade/PageEditor.ts';

/**
 * Makes the headless editor of a page.
 *
 * @throws CobbleError, with a code and path as `parsePage` has them, for what has no page's outline (a
 *   block without a position) and when blocks do not hold each other as they must. What is in the
 *   blocks is trusted: JSON from outside is `parsePage`'s to check. `kit_invalid` where `kits` are none
 */
export function createEditor(options: EditorOptions): Editor {
  return new PageEditor(options);
}
