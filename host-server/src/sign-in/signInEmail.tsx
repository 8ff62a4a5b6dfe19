import type { CSSProperties, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Mail } from '../mail/Mailer.ts';
import { messages } from '../shared/messages.ts';
import { THEME } from '../shared/theme.ts';

/** The input of a sign-in email. */
export interface SignInEmailInput {
  /** Which form requested it. The links are the same. */
  readonly type: 'login' | 'sign-up';
  readonly link: string;
  /** How long the link is valid, in minutes. */
  readonly minutes: number;
  /** The time on the requesting device, e.g. `14:05`, or null. */
  readonly requestedAt: string | null;
}

/** Creates the email with the sign-in link, as HTML and plain text. */
export function signInEmail({
  type,
  link,
  minutes,
  requestedAt,
}: SignInEmailInput): Omit<Mail, 'to'> {
  const { signInEmail: mail, product } = messages;
  const texts: SignInEmailTexts = {
    heading: mail.heading[type],
    intro: mail.intro[type],
    button: mail.button[type],
    expiry: mail.expiry(minutes),
    origin: mail.origin(requestedAt),
  };
  const body = renderToStaticMarkup(<SignInEmailBody texts={texts} link={link} />);
  return {
    subject: mail.subject[type],
    html: `<!doctype html>${body}`,
    text: [
      texts.heading,
      texts.intro,
      `${texts.button}:\n${link}`,
      texts.expiry,
      mail.phone,
      texts.origin,
      product,
    ].join('\n\n'),
  };
}

const text: CSSProperties = {
  margin: '0 0 16px',
  font: `400 16px/1.5 ${THEME.body}`,
  color: THEME.ink,
};
const small: CSSProperties = { ...text, fontSize: 14, color: THEME.mutedText };

interface SignInEmailTexts {
  readonly heading: string;
  readonly intro: string;
  readonly button: string;
  readonly expiry: string;
  readonly origin: string;
}

/** The email as HTML. All email clients support tables and inline styles. */
function SignInEmailBody(props: {
  readonly texts: SignInEmailTexts;
  readonly link: string;
}): ReactElement {
  const { texts, link } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{texts.heading}</title>
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
                          {texts.heading}
                        </h1>
                        <p style={text}>{texts.intro}</p>
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
                            {texts.button}
                          </a>
                        </p>
                        <p style={text}>{texts.expiry}</p>
                        <p style={text}>{messages.signInEmail.phone}</p>
                        <p style={{ ...small, margin: '24px 0 4px' }}>
                          {messages.signInEmail.fallback}
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
                        <p style={{ ...small, margin: 0 }}>{texts.origin}</p>
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

/** The product's logo without an image, which email clients may block. */
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
        {messages.product}
      </span>
    </span>
  );
}
