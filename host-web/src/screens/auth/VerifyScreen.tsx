import { showToast, Spinner } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/ApiError.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import type { SignInState } from './SignInScreen.tsx';
import styles from './Auth.module.css';

/**
 * `/auth/verify?token=...`, where a sign-in link leads. Verifies the token with a POST, so that
 * mail scanners do not use it up [SI1].
 */
export const VerifyScreen = observer(function VerifyScreen() {
  const t = useT();
  const { account, overlays } = useStores();
  const { search } = useLocation();
  const navigate = useNavigate();
  // StrictMode runs effects twice, but a token can be used only once.
  const usedToken = useRef<string | null>(null);
  useTitle(t('auth.verifying'));

  useEffect(() => {
    const token = new URLSearchParams(search).get('token') ?? '';
    if (usedToken.current === token) return;
    usedToken.current = token;
    const fail = (code: SignInState['code']) => {
      overlays.clearSentLink();
      const state: SignInState = { code, email: account.signInEmail ?? undefined };
      void navigate('/auth/login', { replace: true, state });
    };
    if (token === '') {
      fail('sign_in_link_invalid');
      return;
    }
    if (account.signInEmail === null) {
      void navigate(`/auth/recollect-email${search}`, { replace: true });
      return;
    }
    // Signing in clears it.
    const target = overlays.returnTo ?? '/';
    account.verify(token).then(
      () => {
        if (account.needsSignUp) {
          void navigate('/auth/complete-sign-up', { replace: true });
          return;
        }
        showToast(t('auth.signedIn'));
        void navigate(target, { replace: true });
      },
      (error: unknown) => {
        fail(error instanceof ApiError ? error.code : null);
      },
    );
  }, [account, overlays, navigate, search, t]);

  return (
    <AuthCard title={t('auth.verifying')}>
      <div className={styles['dots']}>
        <Spinner label={t('auth.verifying')} />
      </div>
    </AuthCard>
  );
});
