import type { CSSProperties, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Mail } from '../mail/Mailer.ts';
import { THEME } from '../shared/theme.ts';

/** The input of a sign-in mail. */
export interface SignInMailInput {
  /** Which form requested it; both mails contain the same kind of link. */
  readonly type: 'login' | 'sign-up';
  readonly link: string;
  /** How long the link is valid. */
  readonly minutes: number;
  /** The time on the requesting device, e.g. `14:05`, or null. */
  readonly askedAt: string | null;
}

/** Creates the mail with the sign-in link, as HTML and plain text. */
export function signInMail(input: SignInMailInput): Omit<Mail, 'to'> {
  const words = signInTexts(input);
  const body = renderToStaticMarkup(<SignInMailBody words={words} link={input.link} />);
  return {
    subject: input.type === 'login' ? 'Log in to Cobble' : 'Finish signing up for Cobble',
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

function signInTexts({ type, minutes, askedAt }: SignInMailInput): SignInMailTexts {
  const when = askedAt === null ? '' : ` at ${askedAt}`;
  return {
    heading: type === 'login' ? 'Welcome back' : 'Welcome to Cobble',
    lead:
      type === 'login'
        ? 'Use this link to log in. You do not need a password.'
        : 'Use this link to finish signing up. You do not need a password.',
    button: type === 'login' ? 'Log in to Cobble' : 'Join Cobble',
    validity: `The link works once and expires in ${String(minutes)} minutes.`,
    phone: 'On a phone, open the link in a new browser, not the in-app browser.',
    asked: `This link was requested${when}. If that was not you, ignore this email: nobody can sign in without the link.`,
  };
}

const text: CSSProperties = {
  margin: '0 0 16px',
  font: `400 16px/1.5 ${THEME.body}`,
  color: THEME.ink,
};
const small: CSSProperties = { ...text, fontSize: 14, color: THEME.quiet };

/** The texts of the mail, in HTML and plain text alike. */
export interface SignInMailTexts {
  readonly heading: string;
  readonly lead: string;
  readonly button: string;
  readonly validity: string;
  readonly phone: string;
  readonly asked: string;
}

/** The mail as HTML. Mail programs understand tables and inline styles. */
export function SignInMailBody(props: {
  readonly words: SignInMailTexts;
  readonly link: string;
}): ReactElement {
  const { words, link } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{words.heading}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: THEME.paper }}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 16px' }}>
                <table
                  role="presentation"
                  cellPadding={0}
                  cellSpacing={0}
                  border={0}
                  style={{ width: '100%', maxWidth: 520 }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '0 8px 16px' }}>
                        <Cobbles />
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: 32,
                          background: THEME.card,
                          border: `1.5px solid ${THEME.ink}`,
                          borderRadius: 16,
                        }}
                      >
                        <h1
                          style={{
                            margin: '0 0 16px',
                            font: `800 28px/1.2 ${THEME.body}`,
                            color: THEME.ink,
                          }}
                        >
                          {words.heading}
                        </h1>
                        <p style={text}>{words.lead}</p>
                        <p style={{ margin: '24px 0' }}>
                          <a
                            href={link}
                            style={{
                              display: 'inline-block',
                              padding: '14px 24px',
                              background: THEME.accent,
                              borderRadius: 10,
                              font: `700 16px/1.2 ${THEME.body}`,
                              color: '#FFFFFF',
                              textDecoration: 'none',
                            }}
                          >
                            {words.button}
                          </a>
                        </p>
                        <p style={text}>{words.validity}</p>
                        <p style={text}>{words.phone}</p>
                        <p style={{ ...small, margin: '24px 0 4px' }}>
                          If the button does not work, copy this address into your browser:
                        </p>
                        <p style={{ ...small, margin: 0, wordBreak: 'break-all' }}>
                          <a href={link} style={{ color: THEME.accent }}>
                            {link}
                          </a>
                        </p>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '16px 8px 0' }}>
                        <p style={{ ...small, margin: 0 }}>{words.asked}</p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** The product's logo without an image, which mail programs block. */
function Cobbles(): ReactElement {
  const stone = (color: string, width: number): ReactElement => (
    <span
      style={{
        display: 'inline-block',
        width,
        height: 18,
        marginRight: 4,
        background: color,
        borderRadius: 7,
        verticalAlign: 'middle',
      }}
    />
  );
  return (
    <span>
      {stone(THEME.accent, 22)}
      {stone(THEME.marigold, 16)}
      {stone(THEME.ink, 19)}
      <span
        style={{
          marginLeft: 6,
          font: `800 20px/1 ${THEME.body}`,
          color: THEME.ink,
          verticalAlign: 'middle',
        }}
      >
        Cobble
      </span>
    </span>
  );
}
