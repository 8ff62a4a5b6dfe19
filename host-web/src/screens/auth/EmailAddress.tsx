import { Fragment } from 'react';
import styles from './Auth.module.css';

/** An email address that breaks only when it is too long for a line, and then after its punctuation. */
export function EmailAddress({ address }: { readonly address: string }) {
  const parts = address.split(/(?<=[@.+_-])/);
  return (
    <span className={styles['email']}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
