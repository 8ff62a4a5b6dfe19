import type { Editor } from '@cobble/engine';
import { reaction } from 'mobx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { activeIn } from './activeIn.ts';
import { announcementOf, isTold } from './announcementOf.ts';
import { nameOf } from './describeBlock.ts';

/** What happens within so many ms is told once, as it ended: a held key does not chatter. */
const QUIET_MS = 250;
/** What others do is told less often: they may be at it all the time. */
const OTHERS_MS = 2000;

/** Says to a screen reader what an edit did and what is selected, politely. */
export function Announcer(props: { readonly editor: Editor }): ReactNode {
  const { editor } = props;
  const [words, setWords] = useState('');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let own: ReturnType<typeof setTimeout> | undefined;
    let others: ReturnType<typeof setTimeout> | undefined;
    // Words are found when they are said: of a change of a thousand blocks that takes a while.
    let edit: (() => string) | null = null;
    let select: (() => string) | null = null;
    let elsewhere: (() => string) | null = null;
    const say = (...parts: readonly string[]): void => {
      const said = parts.filter((each) => each !== '').join('. ');
      // The same words twice are two events: screen readers pass over what has not changed.
      if (said !== '') setWords((before) => (before === said ? `${said}\u00a0` : said));
    };
    const sayOwn = (): void => {
      say(edit?.() ?? '', select?.() ?? '');
      edit = null;
      select = null;
    };
    const sayOthers = (): void => {
      others = undefined;
      say(elsewhere?.() ?? '');
      elsewhere = null;
    };
    const later = (): void => {
      clearTimeout(own);
      own = setTimeout(sayOwn, QUIET_MS);
    };
    const stops = [
      editor.onChange((change, origin) => {
        if (!isTold(origin)) return;
        const told = (): string => announcementOf(editor, change, origin);
        if (origin === 'remote') {
          elsewhere = told;
          others ??= setTimeout(sayOthers, OTHERS_MS);
          return;
        }
        edit = told;
        later();
      }),
      reaction(
        () => editor.selection,
        (selection) => {
          select = () => selectionInWords(editor, selection, status.current);
          later();
        },
      ),
      () => {
        clearTimeout(own);
        clearTimeout(others);
      },
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
  return (
    <div
      ref={status}
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
function selectionInWords(
  editor: Editor,
  selection: ReadonlySet<string>,
  status: HTMLElement | null,
): string {
  if (selection.size === 0) return '';
  if (selection.size > 1) return `${String(selection.size)} blocks selected`;
  const [uuid] = selection;
  const block = uuid === undefined ? undefined : editor.blocks.get(uuid);
  if (!block || isRead(block.uuid, status)) return '';
  return `${nameOf(editor, block)} selected`;
}

function isRead(uuid: string, status: HTMLElement | null): boolean {
  return status !== null && activeIn(status)?.getAttribute('data-mirror') === uuid;
}
