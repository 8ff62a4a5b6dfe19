import type { Change, ChangeOrigin, Editor } from '@cobble/engine';
import { type ReactNode, useEffect, useState } from 'react';
import { nameOf, placeInWords } from './describeBlock.ts';

/** Says to a screen reader what an edit did, politely. */
export function Announcer(props: { readonly editor: Editor }): ReactNode {
  const { editor } = props;
  const [words, setWords] = useState('');
  useEffect(
    () =>
      editor.onChange((change, origin) => {
        setWords(announcementOf(editor, change, origin));
      }),
    [editor],
  );
  return (
    <div
      role="status"
      aria-live="polite"
      style={{
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    >
      {words}
    </div>
  );
}

/** A committed change in a few words; '' for what needs none. */
export function announcementOf(editor: Editor, change: Change, origin: ChangeOrigin): string {
  if (origin === 'load' || origin === 'remote') return '';
  const prefix = origin === 'undo' ? 'Undone. ' : origin === 'redo' ? 'Redone. ' : '';
  return prefix + wordsFor(editor, change);
}

function wordsFor(editor: Editor, change: Change): string {
  const removed = Object.values(change.removed);
  const added = Object.values(change.added);
  const moved = Object.values(change.updated).filter(
    ([from, to]) => to.parentUuid !== undefined && from.position !== to.position,
  );
  const [gone] = removed;
  if (gone) return `${counted(removed.length, nameOf(editor, gone))} deleted`;
  const [fresh] = added;
  if (fresh) return `${counted(added.length, nameOf(editor, fresh))} added`;
  const [first] = moved;
  if (!first) return '';
  const [, to] = first;
  if (moved.length > 1) return `${String(moved.length)} blocks moved`;
  return `${nameOf(editor, to)}: ${placeInWords(editor, to.uuid)}`;
}

function counted(count: number, name: string): string {
  return count === 1 ? name : `${String(count)} blocks`;
}
