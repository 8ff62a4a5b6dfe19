import type { ReactNode } from 'react';
import { TownSquare } from './town/TownSquare.tsx';
import { SkyScreen } from './SkyScreen.tsx';
import styles from './MessageScreen.module.css';

/** A screen with a message and an action. */
export function MessageScreen({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <SkyScreen reloads>
      <main className={styles['main']}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['text']}>{text}</p>
        <div>{children}</div>
      </main>
      <TownSquare />
    </SkyScreen>
  );
}
