import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import type { SubmitEvent } from 'react';
import { SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { normaliseUsername } from './normaliseUsername.ts';
import { SIGN_UP_WORDS } from './signUpWords.ts';
import { useUsernameCheck, type UsernameCheck } from './useUsernameCheck.ts';
import styles from './CompleteSignUp.module.css';

const WORDS = SIGN_UP_WORDS.username;

function noteOf(check: UsernameCheck): { error: string | null; hint: string } {
  switch (check.state) {
    case 'invalid':
    case 'unknown':
      return { error: check.problem, hint: '' };
    case 'taken':
      return { error: WORDS.taken, hint: '' };
    case 'checking':
      return { error: null, hint: WORDS.checking };
    case 'available':
      return { error: null, hint: WORDS.available };
    case 'empty':
      return { error: null, hint: WORDS.explain };
  }
}

/** Step 1: a username, with the address that it makes. */
export function UsernameStep({
  username,
  onUsername,
  onDone,
}: {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly onDone: () => void;
}) {
  const check = useUsernameCheck(username, { failed: SOMETHING_WENT_WRONG });
  const canSubmit = check.state === 'available';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (canSubmit) onDone();
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        label={WORDS.label}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={username}
        onValue={(typed) => {
          onUsername(normaliseUsername(typed));
        }}
        {...noteOf(check)}
      />
      <p className={styles['address']}>
        <span className={styles['soft']}>{WORDS.address}</span>
        <span className={styles['url']}>
          {siteAddress(username === '' ? WORDS.addressPlaceholder : username).label}
        </span>
      </p>
      <Button type="submit" look="primary" disabled={!canSubmit}>
        {WORDS.submit}
      </Button>
    </form>
  );
}
