import type { Editor } from '@cobble/engine';
import { reaction } from 'mobx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { activeElementIn } from './focus.ts';
import { describeChange, isAnnounced } from './describeChange.ts';
import { nameOf } from './describeBlock.ts';

/**
 * Edits within this time are announced once, as their result, so that a held key does not chatter;
 * ms.
 */
const QUIET_MS = 250;
/** The least time between announcements of other users' edits, who may edit all the time; ms. */
const OTHERS_MS = 2000;

/** A polite live region that announces edits and selection changes to screen readers. */
export function Announcer(props: { readonly editor: Editor }): ReactNode {
  const { editor } = props;
  const [words, setWords] = useState('');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let own: ReturnType<typeof setTimeout> | undefined;
    let others: ReturnType<typeof setTimeout> | undefined;
    // Texts are built when they are announced: describing a change of a thousand blocks takes a
    // while.
    let edit: (() => string) | null = null;
    let select: (() => string) | null = null;
    let elsewhere: (() => string) | null = null;
    const say = (...parts: readonly string[]): void => {
      const said = parts.filter((each) => each !== '').join('. ');
      // Screen readers ignore an unchanged text, but the same text twice means two events.
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
        if (!isAnnounced(origin)) return;
        const told = (): string => describeChange(editor, change, origin);
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
          select = () => describeSelection(editor, selection, status.current);
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

/** Describes the selection, unless the focus already announces it. */
function describeSelection(
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
  return status !== null && activeElementIn(status)?.getAttribute('data-block-item') === uuid;
}
