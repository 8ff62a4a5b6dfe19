import { renderToStaticMarkup } from 'react-dom/server';
import { messages } from '../shared/messages.ts';
import { SMALL_PAGE_CSP, SmallPage } from '../http/SmallPage.tsx';

/** The policy of a small page that also allows its form to post to itself. */
export const PASSWORD_PAGE_CSP = SMALL_PAGE_CSP.replace("form-action 'none'", "form-action 'self'");

/** Why the form is shown again. */
export type PasswordProblem = keyof typeof messages.passwordPage.problem;

/** The password form of a restricted page. It works without JavaScript. */
export function passwordHtml(problem: PasswordProblem | null): Buffer {
  const texts = messages.passwordPage;
  const page = (
    <SmallPage title={texts.title}>
      <p>{texts.text}</p>
      <form method="post">
        <p>
          <label htmlFor="password">{texts.label}</label>
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
            {texts.problem[problem]}
          </p>
        )}
        <button className="button" type="submit">
          {texts.submit}
        </button>
      </form>
    </SmallPage>
  );
  return Buffer.from(`<!doctype html>${renderToStaticMarkup(page)}`);
}
