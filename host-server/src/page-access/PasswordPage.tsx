import { renderToStaticMarkup } from 'react-dom/server';
import { SMALL_PAGE_CSP, SmallPage } from '../http/SmallPage.tsx';

/** What the form may do besides what every small page may: send itself to where it stands. */
export const PASSWORD_PAGE_CSP = SMALL_PAGE_CSP.replace("form-action 'none'", "form-action 'self'");

/** Why the form is shown once more. */
export type PasswordProblem = 'wrong' | 'too_many';

const WORDS: Readonly<Record<PasswordProblem, string>> = {
  wrong: 'That is not the password. Try once more.',
  too_many: 'That was a lot at once. Wait a few minutes and try again.',
};

/** Asks a visitor for a restricted page's password; a plain form, for it works without JavaScript. */
export function passwordHtml(problem: PasswordProblem | null): Buffer {
  const page = (
    <SmallPage title="This page has a lock">
      <p>Its author gives the password to those who may come in.</p>
      <form method="post">
        <p>
          <label htmlFor="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            autoFocus
            maxLength={200}
            autoComplete="current-password"
            aria-invalid={problem === 'wrong' ? true : undefined}
            aria-describedby={problem === null ? undefined : 'problem'}
          />
        </p>
        {problem === null ? null : (
          <p className="problem" id="problem" role="alert">
            {WORDS[problem]}
          </p>
        )}
        <button className="button" type="submit">
          Come in
        </button>
      </form>
    </SmallPage>
  );
  return Buffer.from(`<!doctype html>${renderToStaticMarkup(page)}`);
}
