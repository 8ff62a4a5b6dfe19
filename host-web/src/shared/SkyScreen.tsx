import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from './Wordmark.tsx';
import styles from './SkyScreen.module.css';

/**
 * A screen in front of the sky of the town, with a link home above its content.
 *
 * @param reloads whether the link loads the app again, where it may have failed or not be running
 */
export function SkyScreen({
  reloads = false,
  children,
}: {
  readonly reloads?: boolean;
  readonly children: ReactNode;
}) {
  const home = { className: styles['home'], children: <Wordmark /> };
  return (
    <div className={styles['screen']}>
      <header className={styles['header']}>
        {reloads ? <a href="/" {...home} /> : <Link to="/" {...home} />}
      </header>
      {children}
    </div>
  );
}
