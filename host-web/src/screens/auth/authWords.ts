import type { ErrorCode } from '@cobble/host-server/contract';
import { API_MESSAGES } from '../../messages/apiMessage.ts';

/** The words of the sign-in screens. */
export const AUTH_WORDS = {
  login: {
    title: 'Welcome Back',
    submit: 'Login',
    otherQuestion: 'New here?',
    other: 'Sign Up',
  },
  'sign-up': {
    title: 'Join Us',
    submit: 'Sign Up',
    otherQuestion: 'Been here before?',
    other: 'Login',
  },
  email: 'E-mail',
  emailHint: 'We send you a link. There is no password.',
  emailInvalid: 'Must be a valid e-mail address',
  sent: {
    title: 'Check your e-mail',
    before: 'We sent a login link to',
    after: 'It works once, for 10 minutes.',
    phone: 'On a phone, open the link in a new browser, not the in-app browser.',
    mailbox: 'Open the mailbox of this machine',
    mailboxNote: 'This Cobble sends no real mail. Its mailbox is a page here.',
    again: 'Use another address',
  },
  verifying: 'Logging you in',
  verifyFailed: 'Something went wrong. Try logging in again.',
  accountFetchFailed: 'Something went wrong. Please try logging in again.',
  loggedIn: 'Login successful. Welcome back!',
  invalidLink: 'Invalid login URL',
  newLink: 'Enter your address and we send you a new link.',
  recollect: {
    title: 'Which address was it?',
    explain:
      'This link was not asked for in this browser. Enter the address that it was sent to, to make sure that it is yours.',
    submit: 'Continue',
    /** The address and a question mark follow. */
    confirmTitle: 'Log in as',
    confirmExplain:
      'Only go on if you asked for this link yourself. If someone sent it to you, you would be working in their account.',
    confirm: (email: string) => `Yes, log in as ${email}`,
    back: 'Another address',
  },
} as const;

/** Codes that say what was wrong with a link. */
const LINK_PROBLEMS: ReadonlySet<string> = new Set<ErrorCode>([
  'sign_in_link_invalid',
  'sign_in_link_used',
  'sign_in_link_expired',
]);

/** A sentence on what was wrong with a link, or null when the reason is another. */
export function linkProblem(code: string): string | null {
  if (!LINK_PROBLEMS.has(code)) return null;
  return API_MESSAGES[code as keyof typeof API_MESSAGES] as string;
}
