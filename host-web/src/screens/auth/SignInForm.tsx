import { emailSchema } from '@cobble/host-server/contract';
import { Button, showToast, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState, type SubmitEvent } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { AUTH_WORDS } from './authWords.ts';
import styles from './Auth.module.css';

/** Asks for an address and sends the link; `onSent` is told where it went. */
export function SignInForm({
  type,
  initialEmail = '',
  onSent,
  onOther,
}: {
  readonly type: 'login' | 'sign-up';
  readonly initialEmail?: string;
  readonly onSent: (email: string) => void;
  /** The way to the other of the two. */
  readonly onOther: () => void;
}) {
  const { account } = useStores();
  const [email, setEmail] = useState(initialEmail);
  const [wasLeft, setWasLeft] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const parsed = emailSchema.safeParse(email);
  const words = AUTH_WORDS[type];

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!parsed.success || isBusy) return;
    setIsBusy(true);
    try {
      await account.sendLink(parsed.data, type);
      onSent(parsed.data);
    } catch (error) {
      showToast(error instanceof ApiError ? apiMessage(error) : SOMETHING_WENT_WRONG);
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
        label={AUTH_WORDS.email}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        autoFocus
        value={email}
        onValue={setEmail}
        onBlur={() => {
          setWasLeft(true);
        }}
        hint={AUTH_WORDS.emailHint}
        error={wasLeft && email !== '' && !parsed.success ? AUTH_WORDS.emailInvalid : null}
      />
      <Button type="submit" look="primary" disabled={!parsed.success} isBusy={isBusy}>
        {words.submit}
      </Button>
      <p className={styles['other']}>
        {words.otherQuestion}{' '}
        <button type="button" className={styles['link']} onClick={onOther}>
          {words.other}
        </button>
      </p>
    </form>
  );
}
