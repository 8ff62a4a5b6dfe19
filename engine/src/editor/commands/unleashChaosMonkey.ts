import type { Result } from '../../model/Result.ts';
import { createChaosPage } from '../../pages/createChaosPage.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { replacePage } from './replacePage.ts';

/**
 * Replaces all blocks and the page's style with random ones, within the owner's cap, as one history
 * entry of type 'Full'. The page's settings stay.
 */
export function unleashChaosMonkey(state: EditorState): Result<null, EditorRefusal> {
  const { settings } = state.store.fields;
  return replacePage(
    state,
    createChaosPage({ ...state.environment, settings, maxBlocks: state.maxBlocks }),
  );
}
