import { cleanHtmlId } from '../../model/htmlIds.ts';
import { refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { updateBlocks } from './updateBlocks.ts';

/**
 * Sets a block's HTML id, for links within the page; characters that ids cannot contain are
 * removed, and '' removes the id.
 */
export function setHtmlId(
  state: EditorState,
  typed: string,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const [only, ...others] = uuids;
  if (only === undefined) return refuse('nothing_selected');
  if (others.length > 0) return refuse('html_id_needs_one_block');
  const htmlId = cleanHtmlId(typed).slice(0, 200) || undefined;
  return updateBlocks(state, new Map([[only, { properties: { htmlId } }]]));
}
