import { type Editor, type EditorRefusal, type Page, refuse, type Result } from '@cobble/engine';
import { commitUncommittedWork } from './editsInProgress.ts';

/**
 * Replaces the page with another version of it, locked blocks included, as one edit that can be
 * undone. Work in progress is committed first. If the edit is refused, the page stays as it is.
 */
export function replaceWithVersion(editor: Editor, version: Page): Result<null, EditorRefusal> {
  commitUncommittedWork(editor);
  const { isPublic, isRestricted, isListed, isPeekable } = version;
  const edit = editor.begin();
  // Locked blocks could not be replaced.
  const locked = [...editor.blocks.values()].filter((block) => block.locked === true);
  if (locked.length > 0)
    editor.setLocked(
      false,
      locked.map(({ uuid }) => uuid),
    );
  const updated = editor.updatePage({ isPublic, isRestricted, isListed, isPeekable });
  const replaced = updated.ok ? editor.replacePage(version) : updated;
  if (!replaced.ok) {
    editor.cancel(edit);
    return replaced;
  }
  let result: Result<null, EditorRefusal> = replaced;
  // An edit that changes nothing is not refused, but has no change either.
  const stop = editor.onRefusal((code) => {
    result = refuse(code);
  });
  editor.commit(edit);
  stop();
  return result;
}
