import { equalJson } from '../../model/json.ts';
import { PAGE_FLAGS } from '../../model/Page.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { ValueWriter } from '../../model/values.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { checkFields } from '../page/checkWritten.ts';
import type { RoomValueEdit } from '../protocol/intents.ts';
import type { Work } from '../Work.ts';
import type { Resolution } from './Resolution.ts';

const FLAGS: ReadonlySet<string> = new Set(PAGE_FLAGS);

/**
 * Updates settings, style and, for the owner only, the flags for access and listing. Pauses after
 * each value.
 */
export function* updatePage(
  op: Resolution,
  partialPage: readonly RoomValueEdit[],
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const writer = new ValueWriter(records.fields);
  for (const edit of partialPage) {
    const [first = '', second] = edit.path;
    const isFlag = FLAGS.has(first) && second === undefined;
    const isField = (first === 'settings' || first === 'style') && second !== undefined;
    // Only the room migrates a page.
    const isVersion = first === 'settings' && second === 'editorVersion';
    if ((!isFlag && !isField) || isVersion)
      return refuse('invalid_page', { path: edit.path.join('.') });
    if (isFlag && op.role !== 'owner') return refuse('not_permitted', { path: first });
    // An undo removes a flag that the page did not have.
    const isUnset = first === 'isRestricted' && edit.to === undefined;
    if (isFlag && !isUnset && typeof edit.to !== 'boolean')
      return refuse('invalid_page', { path: first });
    const mayWrite = !edit.guarded || equalJson(writer.read(edit.path), edit.from);
    if (!mayWrite || !writer.write(edit.path, edit.to)) op.isModified = true;
    op.hasEffect = true;
    yield;
  }
  records.setFields(writer.result);
  return checkFields(records);
}
