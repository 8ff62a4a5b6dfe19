import { EyeOff, UserRound } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import type { Person } from '../../presence/Person.ts';
import styles from './People.module.css';

/** A person's initials on their colour; an eye marks those who follow the user. Not announced. */
export const Avatar = observer(function Avatar({ person }: { readonly person: Person }) {
  const { color, initials, isQuiet, isFollowed, isFollower } = person;
  return (
    <span
      aria-hidden="true"
      className={styles['avatar']}
      data-followed={isFollowed || undefined}
      style={{ '--person': color } as CSSProperties}
    >
      {initials === '' ? isQuiet ? <EyeOff /> : <UserRound /> : initials}
      {isFollower ? <span className={styles['badge']} /> : null}
    </span>
  );
});
