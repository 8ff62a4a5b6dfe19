import { Button } from '@cobble/renderer-konva/editor/ui';
import { MailOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Trans } from 'react-i18next';
import { i18n, NAMESPACE, useT } from '../../messages/i18n.ts';
import { EmailAddress } from './EmailAddress.tsx';
import { useLocalMailbox } from './useLocalMailbox.ts';
import styles from './Auth.module.css';

/** Says where the link was sent. Takes focus, so that a screen reader reads it. */
export function CheckEmail({
  email,
  onUseAnother,
}: {
  readonly email: string;
  readonly onUseAnother: () => void;
}) {
  const t = useT();
  const hasMailbox = useLocalMailbox();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.focus();
  }, []);
  return (
    <div className={styles['form']} ref={content} tabIndex={-1}>
      <div className={styles['letter']} aria-hidden="true">
        <MailOpen />
      </div>
      <p>
        <Trans
          i18n={i18n}
          ns={NAMESPACE}
          i18nKey="checkEmail.sent"
          components={{
            email: (
              <strong>
                <EmailAddress address={email} />
              </strong>
            ),
          }}
        />
      </p>
      <p className={styles['soft']}>{t('checkEmail.phone')}</p>
      {hasMailbox && (
        <p className={styles['note']}>
          <Trans
            i18n={i18n}
            ns={NAMESPACE}
            i18nKey="checkEmail.localMailbox"
            components={{ mailbox: <a href="/dev/mailbox" target="_blank" rel="noreferrer" /> }}
          />
        </p>
      )}
      <Button variant="plain" onClick={onUseAnother}>
        {t('checkEmail.useAnother')}
      </Button>
    </div>
  );
}
