import { showToast, Spinner } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/ApiError.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import { AUTH_WORDS } from './authWords.ts';
import type { LoginState } from './LoginScreen.tsx';
import styles from './Auth.module.css';

/**
 * Where an e-mailed link leads: `/auth/verify?token=...`. The page's own script spends the token by
 * a POST, so that a mail scanner's GET leaves it whole [SI1].
 */
export const VerifyScreen = observer(function VerifyScreen() {
  const { account, overlays } = useStores();
  const { search } = useLocation();
  const navigate = useNavigate();
  // A token is spent once; StrictMode runs effects twice.
  const spent = useRef<string | null>(null);
  useTitle(AUTH_WORDS.verifying);

  useEffect(() => {
    const token = new URLSearchParams(search).get('token') ?? '';
    if (spent.current === token) return;
    spent.current = token;
    const fail = (failure: string) => {
      overlays.forgetLink();
      const state: LoginState = { failure, email: account.loginEmail ?? undefined };
      void navigate('/auth/login', { replace: true, state });
    };
    if (token === '') {
      fail('sign_in_link_invalid');
      return;
    }
    if (account.loginEmail === null) {
      void navigate(`/auth/recollect-email${search}`, { replace: true });
      return;
    }
    account.verify(token).then(
      () => {
        if (account.needsSignUp) {
          void navigate('/auth/complete-sign-up', { replace: true });
          return;
        }
        showToast(AUTH_WORDS.loggedIn);
        void navigate('/', { replace: true });
      },
      (error: unknown) => {
        fail(error instanceof ApiError ? error.code : '');
      },
    );
  }, [account, overlays, navigate, search]);

  return (
    <AuthCard title={AUTH_WORDS.verifying}>
      <div className={styles['dots']}>
        <Spinner label={AUTH_WORDS.verifying} />
      </div>
    </AuthCard>
  );
});
