import { observer } from 'mobx-react-lite';
import type { People } from '../../presence/People.ts';
import type { Person } from '../../presence/Person.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import { Button } from '../ui/button/Button.tsx';
import { Avatar } from './Avatar.tsx';
import { nameOfPerson } from './nameOfPerson.ts';
import styles from './People.module.css';

/** A person with what the user can do: follow their view, and decide whether they may follow. */
export const PersonRow = observer(function PersonRow(props: {
  readonly people: People;
  readonly person: Person;
  /** Called after an action that changes what the canvas shows. */
  readonly onDone: () => void;
}) {
  const t = useT();
  const { isEditing } = useEditorStore();
  const { person, onDone } = props;
  const { people } = props.people.room;
  const { clientId, isFollowed, isFollower, isStopped, isQuiet } = person;
  const name = nameOfPerson(t, person);
  return (
    <div className={styles['person']} data-cobble-person={clientId}>
      <Avatar person={person} />
      <div className={styles['who']}>
        <strong className={styles['name']}>{name}</strong>
        {isQuiet ? <span>{t('people.isQuiet')}</span> : null}
        {isFollower ? <span>{t('people.followsYou')}</span> : null}
        {isStopped ? <span>{t('people.isStopped')}</span> : null}
      </div>
      <div className={styles['actions']}>
        {isFollowed ? (
          <Button
            size="small"
            aria-label={t('people.stopFollowingName', { name })}
            onClick={() => {
              people.stopFollowing();
            }}
          >
            {t('people.stopFollowing')}
          </Button>
        ) : person.mayFollow && isEditing ? (
          <Button
            size="small"
            aria-label={t('people.followName', { name })}
            onClick={() => {
              people.follow(clientId);
              onDone();
            }}
          >
            {t('people.follow')}
          </Button>
        ) : null}
        {isFollower ? (
          <Button
            size="small"
            aria-label={t('people.stopFollowerName', { name })}
            onClick={() => {
              people.stopFollower(clientId);
            }}
          >
            {t('people.stopFollower')}
          </Button>
        ) : null}
        {isStopped ? (
          <Button
            size="small"
            aria-label={t('people.letFollowName', { name })}
            onClick={() => {
              people.letFollow(clientId);
            }}
          >
            {t('people.letFollow')}
          </Button>
        ) : null}
      </div>
    </div>
  );
});
