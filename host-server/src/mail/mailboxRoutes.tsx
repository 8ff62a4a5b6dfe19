import { Router, type Request, type Response } from 'express';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isLocalHost } from '../configuration/index.ts';
import { SMALL_PAGE_CSP, SmallPage } from '../http/SmallPage.tsx';
import { messages } from '../shared/messages.ts';
import type { Mailbox, MailboxEntry } from './Mailbox.ts';

const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups";

/**
 * `/dev/mailbox`: the emails of a server without a mail server. Available from this machine only,
 * whatever the Host header says.
 */
export function mailboxRoutes(mailbox: Mailbox): Router {
  const router = Router();
  router.use((request, response, next) => {
    const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    if (!isLocalHost(address)) {
      next('router');
      return;
    }
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  });
  router.get('/', (_request, response) => {
    sendPage(response, <MailboxListPage entries={mailbox.entries} />);
  });
  router.get(
    '/:id',
    withMail(mailbox, (mail, response) => {
      sendPage(response, <MailboxMailPage mail={mail} />);
    }),
  );
  router.get(
    '/:id/html',
    withMail(mailbox, (mail, response) => {
      const html = mail.html.replace('<head>', '<head><base target="_top"/>');
      response.set('Content-Security-Policy', MAIL_CSP).type('html').send(html);
    }),
  );
  return router;
}

function withMail(mailbox: Mailbox, send: (mail: MailboxEntry, response: Response) => void) {
  return (request: Request<{ id: string }>, response: Response): void => {
    const mail = mailbox.find(request.params.id);
    if (mail === null) response.redirect('/dev/mailbox');
    else send(mail, response);
  };
}

function sendPage(response: Response, page: ReactElement): void {
  response.set('Content-Security-Policy', SMALL_PAGE_CSP).type('html');
  response.send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

/** The list of emails at `/dev/mailbox`. */
function MailboxListPage(props: { readonly entries: readonly MailboxEntry[] }): ReactElement {
  return (
    <Frame title={messages.mailbox.title}>
      {props.entries.length === 0 ? (
        <p className="quiet">{messages.mailbox.empty}</p>
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

/** One email, as HTML and as plain text. */
function MailboxMailPage(props: { readonly mail: MailboxEntry }): ReactElement {
  const { mail } = props;
  return (
    <Frame title={mail.subject}>
      <p className="quiet">
        {messages.mailbox.to} <span className="to">{mail.to}</span>, {clockTime(mail.sentAt)}.{' '}
        <a href="/dev/mailbox">{messages.mailbox.all}</a>
      </p>
      <iframe
        title={messages.mailbox.frame}
        src={`/dev/mailbox/${mail.id}/html`}
        sandbox="allow-top-navigation-by-user-activation allow-popups"
      />
      <details>
        <summary>{messages.mailbox.plainText}</summary>
        <pre>{linkUrls(mail.text)}</pre>
      </details>
    </Frame>
  );
}

function Frame(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <SmallPage title={props.title} wide>
      {props.children}
      <p className="note">{messages.mailbox.note}</p>
    </SmallPage>
  );
}

function linkUrls(text: string): ReactNode[] {
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
