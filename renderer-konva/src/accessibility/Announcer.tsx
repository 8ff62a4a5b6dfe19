import type { Editor } from '@cobble/engine';
import { reaction } from 'mobx';
import { type ReactNode, useEffect, useState } from 'react';
import { announcementOf } from './announcementOf.ts';
import { nameOf } from './describeBlock.ts';

/** What happens within so many ms is told once, as it ended: a held key does not chatter. */
const QUIET_MS = 250;

/** Says to a screen reader what an edit did and what is selected, politely. */
export function Announcer(props: { readonly editor: Editor }): ReactNode {
  const { editor } = props;
  const [words, setWords] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let edit: (() => string) | null = null;
    let select: (() => string) | null = null;
    const say = (): void => {
      const said = [edit?.() ?? '', select?.() ?? ''].filter((each) => each !== '').join('. ');
      edit = null;
      select = null;
      // The same words twice are two events: screen readers pass over what has not changed.
      if (said !== '') setWords((before) => (before === said ? `${said}\u00a0` : said));
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(say, QUIET_MS);
    };
    const stops = [
      editor.onChange((change, origin) => {
        const told = announcementOf(editor, change, origin);
        if (told === '') return;
        edit = () => told;
        later();
      }),
      reaction(
        () => editor.selection,
        (selection) => {
          select = () => selectionInWords(editor, selection);
          later();
        },
      ),
      () => {
        clearTimeout(timer);
      },
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
  return (
    <div
      role="status"
      aria-live="polite"
      data-cobble-announcer=""
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

/** What is selected, where the focus does not tell it: one block in the list is read by itself. */
function selectionInWords(editor: Editor, selection: ReadonlySet<string>): string {
  if (selection.size === 0) return '';
  if (selection.size > 1) return `${String(selection.size)} blocks selected`;
  const [uuid] = selection;
  const block = uuid === undefined ? undefined : editor.blocks.get(uuid);
  if (!block || isRead(block.uuid)) return '';
  return `${nameOf(editor, block)} selected`;
}

function isRead(uuid: string): boolean {
  return document.activeElement?.getAttribute('data-mirror') === uuid;
}
