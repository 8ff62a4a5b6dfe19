import { reaction } from 'mobx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { StatusRegion } from '../accessibility/StatusRegion.tsx';
import type { Translate } from '../messages/translate.ts';
import type { People } from './People.ts';
import { personName } from './personName.ts';
import { PresenceNews } from './PresenceNews.ts';

/**
 * How long who has joined and left is collected before it is announced: someone who loses the
 * connection for a moment has done neither. ms.
 */
const PEOPLE_DELAY_MS = 2000;
/** How long to wait before following is announced, ms. */
const FOLLOWING_DELAY_MS = 100;

/** A polite live region that announces who joins, leaves and follows to screen readers. */
export function PresenceAnnouncer(props: {
  readonly people: People;
  readonly t: Translate;
}): ReactNode {
  const { people, t } = props;
  const [text, setText] = useState('');
  const latest = useRef(t);
  useEffect(() => {
    latest.current = t;
  });
  useEffect(() => {
    const news = new PresenceNews();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dueMs = Infinity;
    const announce = (): void => {
      timer = undefined;
      dueMs = Infinity;
      const { current } = latest;
      const { room } = people;
      const named = people.all.map((person) => ({
        id: person.clientId,
        name: personName(current, person),
        isYou: person.isYou,
        isFollowed: person.isFollowed,
        isFollower: person.isFollower,
      }));
      const said = news.next(current, named, room.status === 'live');
      // Screen readers ignore an unchanged text.
      if (said !== '') setText((before) => (before === said ? `${said}\u00a0` : said));
    };
    const schedule = (delayMs: number): void => {
      const atMs = performance.now() + delayMs;
      if (atMs >= dueMs) return;
      clearTimeout(timer);
      dueMs = atMs;
      timer = setTimeout(announce, delayMs);
    };
    const stops = [
      reaction(
        () => [people.room.status, ...people.all.map(({ clientId }) => clientId)].join(' '),
        () => {
          schedule(PEOPLE_DELAY_MS);
        },
        { fireImmediately: true },
      ),
      reaction(
        () => [people.room.people.following, ...people.room.people.followers].join(' '),
        () => {
          schedule(FOLLOWING_DELAY_MS);
        },
      ),
      () => {
        clearTimeout(timer);
      },
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [people]);
  return <StatusRegion data-cobble-presence-announcer="">{text}</StatusRegion>;
}
