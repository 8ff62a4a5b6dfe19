import type { ReactNode } from 'react';
import { TownSquare } from '../../shared/town/TownSquare.tsx';
import { SkyScreen } from '../../shared/SkyScreen.tsx';
import styles from './AuthCard.module.css';

/** The layout of the authentication screens: a card in front of the town. */
export function AuthCard({
  title,
  children,
  footer,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  return (
    <SkyScreen>
      <main className={styles['main']}>
        <section className={styles['card']}>
          <h1 className={styles['title']}>{title}</h1>
          {children}
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </section>
      </main>
      <TownSquare className={styles['town']} />
    </SkyScreen>
  );
}
