import type { Result } from '../../model/Result.ts';
import { createChaosPage } from '../../pages/createChaosPage.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { replacePage } from './replacePage.ts';

/**
 * Replaces all blocks by random ones, within the owner's cap, as one entry of the history of type
 * 'Full' (editing-canvas.md section 8: "Chaos monkey will replace your page", and "You can always
 * undo"). The page's settings stay.
 */
export function unleashChaosMonkey(core: EditorCore): Result<null, EditorRefusal> {
  const { settings } = core.store.fields;
  return replacePage(
    core,
    createChaosPage({ ...core.environment, settings, maxBlocks: core.maxBlocks }),
  );
}
