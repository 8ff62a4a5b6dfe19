import { renderToStaticMarkup } from 'react-dom/server';
import { SMALL_PAGE_CSP, SmallPage } from '../http/SmallPage.tsx';

/** The policy of a small page that also allows its form to post to itself. */
export const PASSWORD_PAGE_CSP = SMALL_PAGE_CSP.replace("form-action 'none'", "form-action 'self'");

/** Why the form is shown again. */
export type PasswordProblem = 'wrong' | 'too_many';

const MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  wrong: 'Wrong password. Please try again.',
  too_many: 'Too many attempts. Wait a few minutes and try again.',
};

/** The password form of a restricted page. It works without JavaScript. */
export function passwordHtml(problem: PasswordProblem | null): Buffer {
  const page = (
    <SmallPage title="This page is protected">
      <p>Enter the password to view this page. Its author can give it to you.</p>
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
            {MESSAGES[problem]}
          </p>
        )}
        <button className="button" type="submit">
          View page
        </button>
      </form>
    </SmallPage>
  );
  return Buffer.from(`<!doctype html>${renderToStaticMarkup(page)}`);
}
