import { renderToStaticMarkup } from 'react-dom/server';
import type { Mail } from './Mailer.ts';
import { SignInMailBody, type SignInMailWords } from './SignInMailBody.tsx';

/** What a sign-in mail is made from. */
export interface SignInMailInput {
  /** Which form asked; both mails carry the same kind of link. */
  readonly type: 'login' | 'sign-up';
  readonly link: string;
  /** How long the link works. */
  readonly minutes: number;
  /** The time on the asking device's clock as it shows it, e.g. `14:05`, or null. */
  readonly askedAt: string | null;
}

/** The mail with the sign-in link, as HTML and as plain text. */
export function signInMail(input: SignInMailInput): Omit<Mail, 'to'> {
  const words = wordsOf(input);
  const body = renderToStaticMarkup(<SignInMailBody words={words} link={input.link} />);
  return {
    subject: input.type === 'login' ? 'Your way back into Cobble' : 'Your first step into Cobble',
    html: `<!doctype html>${body}`,
    text: [
      words.heading,
      words.lead,
      `${words.button}:\n${input.link}`,
      words.validity,
      words.phone,
      words.asked,
      'Cobble',
    ].join('\n\n'),
  };
}

function wordsOf({ type, minutes, askedAt }: SignInMailInput): SignInMailWords {
  const when = askedAt === null ? '' : ` at ${askedAt}`;
  return {
    heading: type === 'login' ? 'Welcome back' : 'Come on in',
    lead:
      type === 'login'
        ? 'The square is as you left it, and so are your pages. This link signs you in; no password, ever.'
        : 'There is a spot on the square with your name on it. This link lets you in; no password, ever.',
    button: type === 'login' ? 'Log in to Cobble' : 'Join Cobble',
    validity: `The link works for ${String(minutes)} minutes, and once.`,
    phone: 'On a phone, open the link in a new browser, not the in-app browser.',
    asked: `Someone, hopefully you, asked for this link${when}. If it was not you, there is nothing to do: without the link nobody gets in.`,
  };
}
