import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from './AuthCard.tsx';
import { AUTH_WORDS, linkProblem } from './authWords.ts';
import { CheckYourEmail } from './CheckYourEmail.tsx';
import { SignInForm } from './SignInForm.tsx';
import styles from './Auth.module.css';

/** What the verify screen hands over when a link failed. */
export interface LoginState {
  readonly failure: string;
  readonly email?: string | undefined;
}

/** The login as a screen of its own; says what was wrong with a link, and offers a new one. */
export const LoginScreen = observer(function LoginScreen() {
  const { account, overlays } = useStores();
  const state = useLocation().state as LoginState | null;
  const [type, setType] = useState<'login' | 'sign-up'>('login');
  const { sentTo } = overlays;
  useTitle(AUTH_WORDS[type].title);
  if (account.state === 'logged-in') return <Navigate to="/" replace />;
  if (sentTo !== null)
    return (
      <AuthCard title={AUTH_WORDS.sent.title}>
        <CheckYourEmail
          email={sentTo}
          onAgain={() => {
            overlays.forgetLink();
          }}
        />
      </AuthCard>
    );
  return (
    <AuthCard title={AUTH_WORDS[type].title}>
      {state && (
        <div className={styles['problem']} role="alert">
          <p>
            <strong>{AUTH_WORDS.verifyFailed}</strong>
          </p>
          <p>{linkProblem(state.failure) ?? AUTH_WORDS.newLink}</p>
        </div>
      )}
      <SignInForm
        key={type}
        type={type}
        initialEmail={state?.email ?? ''}
        onSent={(email) => {
          overlays.linkSent(email, type);
        }}
        onOther={() => {
          setType(type === 'login' ? 'sign-up' : 'login');
        }}
      />
    </AuthCard>
  );
});
