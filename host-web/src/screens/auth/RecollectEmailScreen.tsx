import { emailSchema } from '@cobble/host-server/contract';
import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import { AUTH_WORDS } from './authWords.ts';
import { Email } from './Email.tsx';
import styles from './Auth.module.css';

/**
 * A link was opened in a browser that did not ask for it: the address is asked for again, then
 * confirmed by name, so that nobody is led into another's account [AU1].
 */
export function RecollectEmailScreen() {
  const { account } = useStores();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const parsed = emailSchema.safeParse(email);
  const words = AUTH_WORDS.recollect;
  useTitle(words.title);

  if (isConfirming && parsed.success)
    return (
      <AuthCard
        title={
          <>
            {words.confirmTitle}{' '}
            <span className={styles['address']}>
              <Email address={parsed.data} />?
            </span>
          </>
        }
      >
        <div className={styles['form']}>
          <p>{words.confirmExplain}</p>
          <Button
            look="primary"
            autoFocus
            onClick={() => {
              account.rememberLoginEmail(parsed.data);
              void navigate(`/auth/verify${search}`, { replace: true });
            }}
          >
            <span className={styles['long']}>{words.confirm(parsed.data)}</span>
          </Button>
          <Button
            onClick={() => {
              setIsConfirming(false);
            }}
          >
            {words.back}
          </Button>
        </div>
      </AuthCard>
    );

  return (
    <AuthCard title={words.title}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.success) setIsConfirming(true);
        }}
      >
        <p>{words.explain}</p>
        <TextField
          label={AUTH_WORDS.email}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onValue={setEmail}
        />
        <Button type="submit" look="primary" disabled={!parsed.success}>
          {words.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
