import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo } from 'react';
import { withMovedBlocks } from '../painting/moving/MovedBlocks.ts';
import type { MovedBlocks } from '../painting/moving/MovedBlocks.ts';
import { followPerson } from './followPerson.ts';
import { OtherGestures } from './OtherGestures.ts';
import type { People } from './People.ts';
import type { Person } from './Person.ts';
import { PersonCaret } from './PersonCaret.tsx';
import { PersonCursor } from './PersonCursor.tsx';
import { personName } from './personName.ts';
import { PersonOutlines } from './PersonOutlines.tsx';
import type { PresenceCanvas } from './PresenceCanvas.ts';
import { QUIET_COLOR } from './personColors.ts';
import { LAYER_STYLE } from './presenceStyles.ts';
import { sendPresence } from './sendPresence.ts';

/** A canvas that shows the blocks which others are moving where these are now. */
interface MovingCanvas extends PresenceCanvas {
  /** @param moved null for none */
  readonly setMovedBlocks: (moved: MovedBlocks | null) => void;
}

/**
 * The other people in a room on a canvas: their selections, what they have locked, carets, cursors,
 * and gestures in progress; content px. Shows them this user in return, and follows the view of the
 * one whom the user follows.
 */
export const PresenceLayer = observer(function PresenceLayer(props: {
  readonly canvas: MovingCanvas;
  readonly people: People;
}): ReactNode {
  const { canvas, people } = props;
  const { editor, t } = canvas;
  const gestures = useMemo(() => new OtherGestures(editor, people), [editor, people]);
  const shown = useMemo(() => withMovedBlocks(editor, gestures), [editor, gestures]);
  useEffect(() => {
    canvas.setMovedBlocks(gestures);
    const stops = [
      sendPresence(canvas, people.room),
      followPerson(canvas, people),
      gestures.follow(),
    ];
    return () => {
      for (const stop of stops) stop();
      canvas.setMovedBlocks(null);
    };
  }, [canvas, people, gestures]);
  const shared = { canvas, editor: shown };
  return (
    <div aria-hidden="true" data-cobble-presence="" style={LAYER_STYLE}>
      {people.all.map((person) => (
        <Selection key={person.clientId} {...shared} person={person} people={people} />
      ))}
      {[...people.room.locksOfOthers.keys()].map((uuid) => {
        const { person: holder = null, isYou } = people.holderOf(uuid) ?? {};
        return (
          <PersonOutlines
            key={uuid}
            {...shared}
            uuids={[uuid]}
            color={holder?.color ?? QUIET_COLOR}
            name={personName(t, holder, isYou)}
            isLock
          />
        );
      })}
      {people.all.map((person) => (
        <PersonCaret key={person.clientId} canvas={canvas} person={person} />
      ))}
      {people.all.map((person) => (
        <PersonCursor key={person.clientId} canvas={canvas} person={person} />
      ))}
    </div>
  );
});

/** What someone has selected, except what they have locked, which is outlined as such. */
const Selection = observer(function Selection(props: {
  readonly canvas: PresenceCanvas;
  readonly editor: PresenceCanvas['editor'];
  readonly person: Person;
  readonly people: People;
}): ReactNode {
  const { person, people, ...shared } = props;
  const { locksOfOthers } = people.room;
  const uuids = person.selection.filter((uuid) => !locksOfOthers.has(uuid));
  const name = personName(props.canvas.t, person);
  return <PersonOutlines {...shared} uuids={uuids} color={person.color} name={name} />;
});
