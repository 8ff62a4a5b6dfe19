import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { INDEX_SLUG } from '@cobble/engine';
import { showToast } from '@cobble/renderer-konva/editor/ui';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from '../auth/AuthCard.tsx';
import { QuestionnaireStep } from './QuestionnaireStep.tsx';
import { SIGN_UP_WORDS } from './signUpWords.ts';
import { UsernameStep } from './UsernameStep.tsx';
import styles from './CompleteSignUp.module.css';

/** Between the proven address and the first page: a username, then a question. */
export const CompleteSignUpScreen = observer(function CompleteSignUpScreen() {
  const stores = useStores();
  const { account } = stores;
  const navigate = useNavigate();
  const [step, setStep] = useState<'username' | 'questionnaire'>('username');
  const [username, setUsername] = useState(account.wantedUsername);
  const [answer, setAnswer] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useTitle(SIGN_UP_WORDS[step].title);

  const create = async () => {
    setIsBusy(true);
    try {
      const { primarySite } = await account.create(username, answer.trim());
      await navigate(`/${primarySite.slug}/${INDEX_SLUG}?first_page`, { replace: true });
    } catch (error) {
      setIsBusy(false);
      showToast(error instanceof ApiError ? apiMessage(error) : SOMETHING_WENT_WRONG);
      if (error instanceof ApiError && error.code.startsWith('account_')) setStep('username');
    }
  };

  if (account.state === 'logged-out') return <Navigate to="/auth/login" replace />;
  // While the account is being made this screen leads on by itself.
  if (account.account && !isBusy) return <Navigate to="/" replace />;
  if (account.state !== 'logged-in') return null;
  return (
    <AuthCard
      title={SIGN_UP_WORDS[step].title}
      footer={
        <p className={styles['footer']}>
          {account.email !== null && SIGN_UP_WORDS.signedInAs(account.email)}{' '}
          <button
            type="button"
            className={styles['link']}
            onClick={() => {
              stores.logOut().catch(() => undefined);
            }}
          >
            {SIGN_UP_WORDS.logOut}
          </button>
        </p>
      }
    >
      {step === 'username' ? (
        <UsernameStep
          username={username}
          onUsername={setUsername}
          onDone={() => {
            setStep('questionnaire');
          }}
        />
      ) : (
        <QuestionnaireStep
          answer={answer}
          onAnswer={setAnswer}
          isBusy={isBusy}
          onBack={() => {
            setStep('username');
          }}
          onDone={() => {
            void create();
          }}
        />
      )}
    </AuthCard>
  );
});
