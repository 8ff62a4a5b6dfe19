import { Fragment } from 'react';
import styles from './Auth.module.css';

/** An address in a sentence: when it is long it breaks after its signs, not in its words. */
export function Email({ address }: { readonly address: string }) {
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
