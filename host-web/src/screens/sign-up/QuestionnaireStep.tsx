import { Button } from '@cobble/renderer-konva/editor/ui';
import { useId } from 'react';
import { useT } from '../../messages/i18n.ts';
import styles from './CompleteSignUp.module.css';

/** Step 2 of sign-up: a question with a required answer. */
export function QuestionnaireStep({
  answer,
  onAnswer,
  isBusy,
  onBack,
  onDone,
}: {
  readonly answer: string;
  readonly onAnswer: (answer: string) => void;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const id = useId();
  const isEmpty = answer.trim() === '';
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isBusy) onDone();
      }}
    >
      <label htmlFor={id} className={styles['question']}>
        {t('questionnaire.question')}
      </label>
      <textarea
        id={id}
        className={styles['answer']}
        rows={3}
        maxLength={2000}
        autoFocus
        placeholder={t('questionnaire.placeholder')}
        aria-describedby={`${id}-hint`}
        value={answer}
        onChange={(event) => {
          onAnswer(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className={styles['soft']}>
        {t('questionnaire.hint')}
      </p>
      <Button type="submit" variant="highlight" disabled={isEmpty} isBusy={isBusy}>
        {t('questionnaire.submit')}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {t('questionnaire.back')}
      </Button>
    </form>
  );
}
