import { type Request, type Response, Router } from 'express';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isLocalHost } from '../configuration/index.ts';
import { SMALL_PAGE_CSP } from '../shared/SmallPage.tsx';
import type { Mailbox, MailboxEntry } from './Mailbox.ts';
import { MailboxListPage, MailboxMailPage } from './MailboxPages.tsx';

const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups";

/**
 * `/dev/mailbox`: the mails that a server without a mail server has kept. Only for this very
 * machine, whatever the Host header claims.
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
