import type { ReactElement, ReactNode } from 'react';
import { SmallPage } from '../shared/SmallPage.tsx';
import type { MailboxEntry } from './Mailbox.ts';

/** The list of mails that were not sent but kept, at `/dev/mailbox`. */
export function MailboxListPage(props: {
  readonly entries: readonly MailboxEntry[];
}): ReactElement {
  return (
    <Frame title="Mailbox">
      {props.entries.length === 0 ? (
        <p className="quiet">
          No mail yet. Ask for a login link, and it lands here instead of at a mail server.
        </p>
      ) : (
        <ul className="mails">
          {props.entries.map((mail) => (
            <li key={mail.id}>
              <a href={`/dev/mailbox/${mail.id}`}>
                <strong>{mail.subject}</strong>
                <span>{mail.to}</span>
                <time dateTime={mail.sentAt.toISOString()}>{clockTime(mail.sentAt)}</time>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

/** One mail, as a mail program would show it and as plain text. */
export function MailboxMailPage(props: { readonly mail: MailboxEntry }): ReactElement {
  const { mail } = props;
  return (
    <Frame title={mail.subject}>
      <p className="quiet">
        To <span className="to">{mail.to}</span>, {clockTime(mail.sentAt)}.{' '}
        <a href="/dev/mailbox">All mail</a>
      </p>
      <iframe
        title="The mail"
        src={`/dev/mailbox/${mail.id}/html`}
        sandbox="allow-top-navigation-by-user-activation allow-popups"
      />
      <details>
        <summary>Plain text</summary>
        <pre>{linked(mail.text)}</pre>
      </details>
    </Frame>
  );
}

function Frame(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <SmallPage title={props.title} wide>
      {props.children}
      <p className="note">
        This page stands in for a mail server on this machine. Set SMTP_URL to send real mail.
      </p>
    </SmallPage>
  );
}

function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

function clockTime(time: Date): string {
  return time.toLocaleTimeString('en-GB');
}
