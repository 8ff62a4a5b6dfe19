import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { ApiErrorCode } from '../../api/ApiError.ts';
import { apiMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import { CheckEmail } from './CheckEmail.tsx';
import { SignInForm } from './SignInForm.tsx';
import styles from './Auth.module.css';

/** The state of the navigation from the verify screen when a link failed. */
export interface SignInState {
  /** The error code, or null for other failures. */
  readonly code: ApiErrorCode | null;
  readonly email?: string | undefined;
}

/** Codes with a message of their own. */
const EXPLAINED = new Set<ApiErrorCode | null>([
  'sign_in_link_invalid',
  'sign_in_link_used',
  'sign_in_link_expired',
  'err_rate_limited',
]);

/** `/auth/login`: the sign-in form. Explains why a link failed. */
export const SignInScreen = observer(function SignInScreen() {
  const t = useT();
  const { account, overlays } = useStores();
  const state = useLocation().state as SignInState | null;
  const [type, setType] = useState<'login' | 'sign-up'>('login');
  const { sentTo } = overlays;
  useTitle(t(`authTitle.${type}`));
  // A link that failed is explained, also while the account is offline.
  const isOffline = account.state === 'offline' && state === null;
  if (account.state === 'signed-in' || isOffline) return <Navigate to="/" replace />;
  if (sentTo !== null)
    return (
      <AuthCard title={t('checkEmail.title')}>
        <CheckEmail
          email={sentTo}
          onUseAnother={() => {
            overlays.clearSentLink();
          }}
        />
      </AuthCard>
    );
  return (
    <AuthCard title={t(`authTitle.${type}`)}>
      {state && (
        <div className={styles['problem']} role="alert">
          <p>
            <strong>{t('auth.verifyFailed')}</strong>
          </p>
          <p>
            {state.code !== null && EXPLAINED.has(state.code)
              ? apiMessage(t, state.code)
              : t('auth.requestNewLink')}
          </p>
        </div>
      )}
      <SignInForm
        key={type}
        type={type}
        initialEmail={state?.email ?? ''}
        onSent={(email) => {
          overlays.setSentLink(email, type);
        }}
        onSwitch={() => {
          setType(type === 'login' ? 'sign-up' : 'login');
        }}
      />
    </AuthCard>
  );
});
