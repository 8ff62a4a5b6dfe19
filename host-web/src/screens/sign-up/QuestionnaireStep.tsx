import { Button } from '@cobble/renderer-konva/editor/ui';
import { useId } from 'react';
import { SIGN_UP_WORDS } from './signUpWords.ts';
import styles from './CompleteSignUp.module.css';

const WORDS = SIGN_UP_WORDS.questionnaire;

/** Step 2: one question; an empty answer cannot be sent. */
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
        {WORDS.label}
      </label>
      <textarea
        id={id}
        className={styles['answer']}
        rows={3}
        maxLength={2000}
        autoFocus
        placeholder={WORDS.placeholder}
        aria-describedby={`${id}-hint`}
        value={answer}
        onChange={(event) => {
          onAnswer(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className={styles['soft']}>
        {WORDS.hint}
      </p>
      <Button type="submit" look="joy" disabled={isEmpty} isBusy={isBusy}>
        {WORDS.submit}
      </Button>
      <Button look="plain" onClick={onBack}>
        {WORDS.back}
      </Button>
    </form>
  );
}
