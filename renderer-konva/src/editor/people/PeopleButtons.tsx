import { EyeOff, Users } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type People, peopleOf } from '../../presence/People.ts';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { PhonePill } from '../components/PhonePill.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import type { Translate } from '../messages/Translate.ts';
import { Button } from '../ui/button/Button.tsx';
import { Switch } from '../ui/switch/Switch.tsx';
import { Avatar } from './Avatar.tsx';
import { nameOfPerson } from './nameOfPerson.ts';
import { PersonRow } from './PersonRow.tsx';
import styles from './People.module.css';

/** The most people with an avatar of their own. */
const MAX_AVATARS = 5;

/** The accessible name of a button that lists all people. */
function countOf(t: Translate, isQuiet: boolean, count: number): string {
  return isQuiet ? t('people.countQuiet', { count }) : t('people.count', { count });
}

/** The people in the room of the page, if it has one and is connected; null otherwise. Observable. */
function peopleIn(store: ReturnType<typeof useEditorStore>): People | null {
  const { room } = store.live;
  return room?.status === 'live' ? peopleOf(room) : null;
}

/**
 * In the page bar: an avatar for each other person on the page, a list of all of them with quiet
 * mode, and who follows the user. Renders nothing without a room.
 */
export const PeopleButtons = observer(function PeopleButtons() {
  const t = useT();
  const people = peopleIn(useEditorStore());
  if (!people) return null;
  const shown = people.all.slice(0, MAX_AVATARS);
  const { isQuiet } = people.room.people;
  const more = people.all.length - shown.length;
  return (
    <>
      <FollowerNotice people={people} />
      {shown.map((person) => {
        const name = nameOfPerson(t, person);
        return (
          <Popup
            key={person.clientId}
            label={name}
            trigger={
              <ToolButton
                label={person.isFollower ? t('people.nameFollowsYou', { name }) : name}
                className={styles['avatarButton']}
              >
                <Avatar person={person} />
              </ToolButton>
            }
          >
            {(close) => <PersonRow people={people} person={person} onDone={close} />}
          </Popup>
        );
      })}
      <Popup
        label={t('people.title')}
        trigger={
          <ToolButton
            label={isQuiet ? t('people.titleQuiet') : t('people.title')}
            name={countOf(t, isQuiet, people.all.length)}
            wide={more > 0}
            data-cobble-people={people.all.length}
          >
            {more > 0 ? `+${String(more)}` : isQuiet ? <EyeOff /> : <Users />}
          </ToolButton>
        }
      >
        {(close) => <PeopleList people={people} onDone={close} />}
      </Popup>
    </>
  );
});

/** The people and quiet mode on phones, whose page bar has no space for them: below the bar. */
export const PhonePeople = observer(function PhonePeople() {
  const t = useT();
  const isPhone = useIsPhone();
  const people = peopleIn(useEditorStore());
  if (!people || !isPhone) return null;
  const { isQuiet, followers } = people.room.people;
  const count = people.all.length;
  return (
    <PhonePill
      title={t('people.title')}
      label={countOf(t, isQuiet, count)}
      side="left"
      className={styles['pill']}
      isIconOnly={count === 0}
      data={{ 'data-cobble-people': count }}
      content={
        <>
          {isQuiet ? <EyeOff /> : count === 0 ? <Users /> : null}
          {people.all.slice(0, 3).map((person) => (
            <Avatar key={person.clientId} person={person} />
          ))}
          {count > 3 ? <span>{`+${String(count - 3)}`}</span> : null}
          {followers.length > 0 ? <span>{t('people.followsYou')}</span> : null}
        </>
      }
    >
      {(close) => <PeopleList people={people} onDone={close} />}
    </PhonePill>
  );
});

/** Who follows the user, with a button that stops all of them. */
const FollowerNotice = observer(function FollowerNotice({ people }: { readonly people: People }) {
  const t = useT();
  const followers = people.all.filter(({ isFollower }) => isFollower);
  const [first] = followers;
  if (!first) return null;
  const text =
    followers.length === 1
      ? t('people.nameFollowsYou', { name: nameOfPerson(t, first) })
      : t('people.followers', { count: followers.length });
  return (
    <span className={styles['followers']} data-cobble-followers={followers.length}>
      <span className={styles['name']}>{text}</span>
      <Button
        size="small"
        aria-label={t('people.stopFollowers')}
        onClick={() => {
          for (const { clientId } of followers) people.room.people.stopFollower(clientId);
        }}
      >
        {t('people.stop')}
      </Button>
    </span>
  );
});

/** All people on the page, and quiet mode. */
const PeopleList = observer(function PeopleList(props: {
  readonly people: People;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { people, onDone } = props;
  const { people: own } = people.room;
  return (
    <div className={styles['list']}>
      {people.all.length === 0 ? <p className={styles['hint']}>{t('people.nobody')}</p> : null}
      {people.all.map((person) => (
        <PersonRow key={person.clientId} people={people} person={person} onDone={onDone} />
      ))}
      <div className={styles['quiet']}>
        <Switch
          label={t('people.quietMode')}
          isOn={own.isQuiet}
          onToggle={(isOn) => {
            own.setQuiet(isOn);
          }}
        />
        <p className={styles['hint']}>{t('people.quietHint')}</p>
      </div>
    </div>
  );
});
