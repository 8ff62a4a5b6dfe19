import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { INDEX_SLUG } from '@cobble/engine';
import { showToast } from '@cobble/renderer-konva/editor/ui';
import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { AuthCard } from '../auth/AuthCard.tsx';
import { QuestionnaireStep } from './QuestionnaireStep.tsx';
import { UsernameStep } from './UsernameStep.tsx';
import styles from './CompleteSignUp.module.css';

/** `/auth/complete-sign-up`: asks for a username, asks a question and creates the account. */
export const CompleteSignUpScreen = observer(function CompleteSignUpScreen() {
  const t = useT();
  const stores = useStores();
  const { account } = stores;
  const navigate = useNavigate();
  const [step, setStep] = useState<'username' | 'questionnaire'>('username');
  const [username, setUsername] = useState(account.suggestedUsername);
  const [answer, setAnswer] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const title = t(`completeSignUp.${step}`);
  useTitle(title);

  const create = async () => {
    setIsBusy(true);
    try {
      const { primarySite } = await account.create(username, answer.trim());
      await navigate(`/${primarySite.slug}/${INDEX_SLUG}?first_page`, { replace: true });
    } catch (error) {
      setIsBusy(false);
      showToast(errorMessage(t, error));
      if (error instanceof ApiError && error.code.startsWith('account_')) setStep('username');
    }
  };

  if (account.state === 'signed-out') return <Navigate to="/auth/login" replace />;
  // `create` navigates when it is done.
  if (account.account && !isBusy) return <Navigate to="/" replace />;
  if (account.state !== 'signed-in') return null;
  return (
    <AuthCard
      title={title}
      footer={
        <p className={styles['footer']}>
          {account.email !== null && t('username.signedInAs', { email: account.email })}{' '}
          <button
            type="button"
            className={styles['link']}
            onClick={() => {
              stores.signOut().catch(() => undefined);
            }}
          >
            {t('app.signOut')}
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
