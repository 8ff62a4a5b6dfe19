import { emailSchema } from '@cobble/host-server/contract';
import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import styles from './Auth.module.css';

/**
 * `/auth/recollect-email`: shown when a sign-in link is opened in a browser that did not request
 * it. The user enters the address and confirms it, so that nobody can be tricked into signing in to
 * another account [AU1].
 */
export function ConfirmEmailScreen() {
  const t = useT();
  const { account } = useStores();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const parsed = emailSchema.safeParse(email);
  useTitle(t('confirmEmail.title'));

  if (isConfirming && parsed.success)
    return (
      <AuthCard
        title={
          <>
            {t('confirmEmail.question')}{' '}
            <span className={styles['address']}>
              <EmailAddress address={parsed.data} />
            </span>
          </>
        }
      >
        <div className={styles['form']}>
          <p>{t('confirmEmail.warning')}</p>
          <Button
            variant="primary"
            autoFocus
            onClick={() => {
              account.setSignInEmail(parsed.data);
              void navigate(`/auth/verify${search}`, { replace: true });
            }}
          >
            {t('confirmEmail.confirm')}
          </Button>
          <Button
            onClick={() => {
              setIsConfirming(false);
            }}
          >
            {t('confirmEmail.useAnother')}
          </Button>
        </div>
      </AuthCard>
    );

  return (
    <AuthCard title={t('confirmEmail.title')}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.success) setIsConfirming(true);
        }}
      >
        <p>{t('confirmEmail.text')}</p>
        <TextField
          label={t('auth.email')}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onValue={setEmail}
        />
        <Button type="submit" variant="primary" disabled={!parsed.success}>
          {t('confirmEmail.submit')}
        </Button>
      </form>
    </AuthCard>
  );
}
