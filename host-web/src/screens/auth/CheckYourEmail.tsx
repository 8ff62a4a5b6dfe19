import { Button } from '@cobble/renderer-konva/editor/ui';
import { MailOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AUTH_WORDS } from './authWords.ts';
import { Email } from './Email.tsx';
import { useLocalMailbox } from './useLocalMailbox.ts';
import styles from './Auth.module.css';

/** Says where the link went. Takes focus, so that a screen reader reads it. */
export function CheckYourEmail({
  email,
  onAgain,
}: {
  readonly email: string;
  readonly onAgain: () => void;
}) {
  const hasMailbox = useLocalMailbox();
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    words.current?.focus();
  }, []);
  return (
    <div className={styles['form']} ref={words} tabIndex={-1}>
      <div className={styles['letter']} aria-hidden="true">
        <MailOpen />
      </div>
      <p>
        {AUTH_WORDS.sent.before}{' '}
        <strong>
          <Email address={email} />
        </strong>
        . {AUTH_WORDS.sent.after}
      </p>
      <p className={styles['soft']}>{AUTH_WORDS.sent.phone}</p>
      {hasMailbox && (
        <p className={styles['note']}>
          {AUTH_WORDS.sent.mailboxNote}{' '}
          <a href="/dev/mailbox" target="_blank" rel="noreferrer">
            {AUTH_WORDS.sent.mailbox}
          </a>
        </p>
      )}
      <Button look="plain" onClick={onAgain}>
        {AUTH_WORDS.sent.again}
      </Button>
    </div>
  );
}
