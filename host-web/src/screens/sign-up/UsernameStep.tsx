import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import type { SubmitEvent } from 'react';
import { useT } from '../../messages/i18n.ts';
import type { Translate } from '../../messages/Translate.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { normalizeUsername } from './normalizeUsername.ts';
import { useUsernameCheck, type UsernameCheck } from './useUsernameCheck.ts';
import styles from './CompleteSignUp.module.css';

function feedbackOf(t: Translate, check: UsernameCheck): { error: string | null; hint: string } {
  switch (check.state) {
    case 'invalid':
      return { error: t(`usernameProblem.${check.problem}`), hint: '' };
    case 'failed':
      return { error: t('app.somethingWentWrong'), hint: '' };
    case 'taken':
      return { error: t('username.taken'), hint: '' };
    case 'checking':
      return { error: null, hint: t('username.checking') };
    case 'available':
      return { error: null, hint: t('username.available') };
    case 'empty':
      return { error: null, hint: t('username.hint') };
  }
}

/** Step 1 of sign-up: a username, with the address that results from it. */
export function UsernameStep({
  username,
  onUsername,
  onDone,
}: {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const check = useUsernameCheck(username);
  const canSubmit = check.state === 'available';
  const isRejected = check.state === 'invalid' || check.state === 'taken';
  const shown = username === '' || isRejected ? t('username.addressPlaceholder') : username;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (canSubmit) onDone();
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        label={t('username.label')}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={username}
        onValue={(typed) => {
          onUsername(normalizeUsername(typed));
        }}
        {...feedbackOf(t, check)}
      />
      <p className={styles['address']}>
        <span className={styles['soft']}>{t('username.address')}</span>
        <span className={styles['url']}>{siteAddress(shown).label}</span>
      </p>
      <Button type="submit" variant="primary" disabled={!canSubmit}>
        {t('username.submit')}
      </Button>
    </form>
  );
}
