import { emailSchema } from '@cobble/host-server/contract';
import { Button, showToast, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState, type SubmitEvent } from 'react';
import { errorMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './Auth.module.css';

/** A form that sends a sign-in link to an email address. */
export function SignInForm({
  type,
  initialEmail = '',
  onSent,
  onSwitch,
}: {
  readonly type: 'login' | 'sign-up';
  readonly initialEmail?: string;
  readonly onSent: (email: string) => void;
  /** Switches between sign-in and sign-up. */
  readonly onSwitch: () => void;
}) {
  const t = useT();
  const { account } = useStores();
  const [email, setEmail] = useState(initialEmail);
  const [wasBlurred, setWasBlurred] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const other = type === 'login' ? 'sign-up' : 'login';
  const parsed = emailSchema.safeParse(email);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!parsed.success || isBusy) return;
    setIsBusy(true);
    try {
      await account.sendLink(parsed.data, type);
      onSent(parsed.data);
    } catch (error) {
      showToast(errorMessage(t, error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        void submit(event);
      }}
    >
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        autoFocus
        value={email}
        onValue={setEmail}
        onBlur={() => {
          setWasBlurred(true);
        }}
        hint={t('auth.emailHint')}
        error={wasBlurred && email !== '' && !parsed.success ? t('auth.emailInvalid') : null}
      />
      <Button type="submit" variant="primary" disabled={!parsed.success} isBusy={isBusy}>
        {t(`authSubmit.${type}`)}
      </Button>
      <p className={styles['other']}>
        {t(`authQuestion.${other}`)}{' '}
        <button type="button" className={styles['link']} onClick={onSwitch}>
          {t(`authSubmit.${other}`)}
        </button>
      </p>
    </form>
  );
}
