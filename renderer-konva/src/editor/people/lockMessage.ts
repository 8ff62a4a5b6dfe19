import type { Editor, EditorRefusal } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import { peopleOf } from '../../presence/People.ts';
import type { Translate } from '../messages/Translate.ts';
import { nameOfPerson } from './nameOfPerson.ts';

/**
 * The message that says who is editing the block because of which an edit was refused; null if that
 * is not the reason, for example because the block is locked for everyone.
 *
 * @param uuid the locked block; default: one of the selected ones
 */
export function lockMessage(
  store: {
    readonly editor: Editor;
    readonly live: { readonly room: RoomClient | null };
    readonly t: Translate;
  },
  code: EditorRefusal,
  uuid?: unknown,
): string | null {
  const { editor, live, t } = store;
  if (!live.room || (code !== 'block_locked' && code !== 'selection_locked')) return null;
  const isHeld = (id: string): boolean => editor.lockedByOthers.has(id);
  const held = typeof uuid === 'string' ? uuid : [...editor.selection].find(isHeld);
  if (held === undefined || !isHeld(held)) return null;
  const { person = null, isYou = false } = peopleOf(live.room).holderOf(held) ?? {};
  if (isYou) return t('people.blockLockedByYou');
  const name = person ? nameOfPerson(t, person) : t('people.someone');
  return t('people.blockLocked', { name });
}
