import { editedBlockOf, type Editor } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import { reaction } from 'mobx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { activeElementIn } from './focus.ts';
import { describeChange, isAnnounced } from './describeChange.ts';
import { type DescriptionContext, nameOf } from './describeBlock.ts';
import type { Translate } from '../messages/translate.ts';
import { RemoteAuthors } from './RemoteAuthors.ts';
import { StatusRegion } from './StatusRegion.tsx';

/**
 * Of edits that follow each other within this time, only the last is announced, so that a held key
 * is not announced again and again; ms.
 */
const OWN_DELAY_MS = 250;
/** The least time between announcements of edits by other users, who may edit all the time; ms. */
const OTHERS_DELAY_MS = 2000;

/**
 * A polite live region that announces edits and selection changes to screen readers.
 *
 * @param props.room tells who makes remote edits; null: someone else does
 */
export function Announcer(props: {
  readonly editor: Editor;
  readonly t: Translate;
  readonly room: RoomClient | null;
}): ReactNode {
  const { editor, t, room } = props;
  const [text, setText] = useState('');
  const status = useRef<HTMLDivElement>(null);
  // A host may pass new messages on each render, which must not drop an announcement.
  const latest = useRef({ editor, t });
  useEffect(() => {
    latest.current = { editor, t };
  });
  useEffect(() => {
    let own: ReturnType<typeof setTimeout> | undefined;
    let others: ReturnType<typeof setTimeout> | undefined;
    // Texts are built when they are announced: describing a change to a thousand blocks takes a
    // while.
    let describeEdit: (() => string) | null = null;
    let describeSelected: (() => string) | null = null;
    let describeRemote: (() => string) | null = null;
    const authors = new RemoteAuthors(room);
    const announce = (...parts: readonly string[]): void => {
      const joined = parts.filter((each) => each !== '').join('. ');
      // Screen readers ignore an unchanged text, but the same text twice means two events.
      if (joined !== '') setText((before) => (before === joined ? `${joined}\u00a0` : joined));
    };
    const announceOwn = (): void => {
      announce(describeEdit?.() ?? '', describeSelected?.() ?? '');
      describeEdit = null;
      describeSelected = null;
    };
    const announceOthers = (): void => {
      others = undefined;
      announce(describeRemote?.() ?? '');
      describeRemote = null;
    };
    const scheduleOwn = (): void => {
      clearTimeout(own);
      own = setTimeout(announceOwn, OWN_DELAY_MS);
    };
    const stops = [
      editor.onChange((change, origin) => {
        if (!isAnnounced(origin)) return;
        const describe = (): string =>
          describeChange(latest.current, change, origin, authors.isUser);
        if (origin === 'remote') {
          if (!describeRemote) authors.begin();
          describeRemote = describe;
          others ??= setTimeout(announceOthers, OTHERS_DELAY_MS);
          return;
        }
        describeEdit = describe;
        scheduleOwn();
      }),
      authors.follow(),
      reaction(
        () => editor.selection,
        (selection) => {
          describeSelected = () => describeSelection(latest.current, selection, status.current);
          scheduleOwn();
        },
      ),
      // What was announced about the text would stay readable while another one is typed.
      reaction(
        () => editedBlockOf(editor.mode) !== null,
        (isEditing) => {
          if (isEditing) setText('');
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
  }, [editor, room]);
  return (
    <StatusRegion ref={status} data-cobble-announcer="">
      {text}
    </StatusRegion>
  );
}

/** Describes the selection, unless the focus already announces it. */
function describeSelection(
  context: DescriptionContext,
  selection: ReadonlySet<string>,
  status: HTMLElement | null,
): string {
  const { editor, t } = context;
  if (selection.size === 0) return '';
  if (selection.size > 1) return t('blocksSelected', { count: selection.size });
  const [uuid] = selection;
  const block = uuid === undefined ? undefined : editor.blocks.get(uuid);
  if (!block || editedBlockOf(editor.mode) === uuid || isFocused(block.uuid, status)) return '';
  return t('blockSelected', { block: nameOf(context, block) });
}

function isFocused(uuid: string, status: HTMLElement | null): boolean {
  return status !== null && activeElementIn(status)?.getAttribute('data-block-item') === uuid;
}
