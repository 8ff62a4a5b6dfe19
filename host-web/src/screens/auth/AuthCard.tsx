import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TownSquare } from '../../shared/town/TownSquare.tsx';
import { Wordmark } from '../../shared/Wordmark.tsx';
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
    <div className={styles['screen']}>
      <header className={styles['header']}>
        <Link to="/" className={styles['home']}>
          <Wordmark />
        </Link>
      </header>
      <main className={styles['main']}>
        <section className={styles['card']}>
          <h1 className={styles['title']}>{title}</h1>
          {children}
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </section>
      </main>
      <TownSquare className={styles['town']} />
    </div>
  );
}
