import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createTestApp } from '../app/testing/createTestApp.ts';
import { signInEmail } from '../sign-in/signInEmail.tsx';
import { SmtpMailer } from './Mailer.ts';

interface Received {
  readonly mail: Email;
  readonly from: string;
  readonly to: readonly string[];
}

/** Starts a real mail server on a free port. With `rejectsRecipients` it accepts none. */
async function startMailServer(options: { rejectsRecipients?: boolean } = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(address, _session, done) {
      done(
        options.rejectsRecipients === true
          ? new Error(`550 no such user ${address.address}`)
          : null,
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const from = mailFrom === false ? '' : mailFrom.address;
          received.push({ mail, from, to: rcptTo.map(({ address }) => address) });
          done();
        });
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${String(port)}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

describe('email over SMTP', () => {
  it('has the sign-in link as HTML and as plain text', async () => {
    const smtp = await startMailServer();
    const app = await createTestApp({
      configuration: { smtpUrl: smtp.url, mailFrom: 'Cobble <hello@cobble.example>' },
    });
    try {
      const browser = app.browser();
      const linkRequest = {
        email: 'ada@example.org',
        type: 'login',
        localeTimeString: '2:05:09 PM',
      };
      const response = await browser.post('/api/auth/email', linkRequest);
      expect(response.status, response.text).to.equal(200);
      const [{ mail, from, to }] = smtp.received as [Received];
      expect([from, to]).to.deep.equal(['hello@cobble.example', ['ada@example.org']]);
      expect(mail.subject).to.equal('Log in to Cobble');
      const link = new RegExp(`http://${app.appHost}/auth/verify\\?token=([\\w-]{43})`);
      const token = link.exec(mail.text ?? '')?.[1];
      expect(link.exec(mail.html ?? '')?.[1]).to.equal(token);
      for (const body of [mail.text, mail.html]) {
        expect(body).to.include('works once and expires in 10 minutes');
        expect(body).to.include(
          'On a phone, open the link in Safari or Chrome, not inside the mail app.',
        );
        expect(body).to.include('requested at 2:05 PM.');
      }
      const verified = await browser.post('/api/auth/verify', { email: 'ada@example.org', token });
      expect(verified.status).to.equal(200);
      expect((await browser.get('/dev/mailbox')).status).to.equal(404);
    } finally {
      await app.stop();
      await smtp.stop();
    }
  });

  it('reports an email that the mail server rejects, without logging the address [ML2]', async () => {
    const smtp = await startMailServer({ rejectsRecipients: true });
    const app = await createTestApp({ configuration: { smtpUrl: smtp.url } });
    try {
      const linkRequest = { email: 'canary@example.org', type: 'login' };
      const response = await app.browser().post('/api/auth/email', linkRequest);
      expect(response.status).to.equal(502);
      expect(response.error().code).to.equal('mail_not_sent');
      expect(response.error().message).to.include("couldn't send the email");
      expect(app.log()).to.include('could not be sent').and.not.to.include('canary');
    } finally {
      await app.stop();
      await smtp.stop();
    }
  });

  it('is not sent when the address is invalid or could add recipients [ML1]', async () => {
    const smtp = await startMailServer();
    const app = await createTestApp({ configuration: { smtpUrl: smtp.url } });
    try {
      for (const email of [
        'a@example.org, eve@example.org',
        'a@example.org\r\nBcc: eve@example.org',
        '"<eve@example.org>" a@example.org',
        'a@example.org\u0000',
        'ada',
        '',
        7,
        ['a@example.org'],
      ]) {
        const response = await app.browser().post('/api/auth/email', { email, type: 'login' });
        expect(response.status, JSON.stringify(email)).to.equal(400);
        expect(response.error().code).to.equal('err_bad_request');
        expect(response.error().path).to.match(/^email/);
      }
      expect(smtp.received).to.have.length(0);
    } finally {
      await app.stop();
      await smtp.stop();
    }
  });

  it('contains nothing that the requester wrote, except a time [ML1]', async () => {
    const smtp = await startMailServer();
    const app = await createTestApp({ configuration: { smtpUrl: smtp.url } });
    try {
      const localeTimeString = '<a href="http://evil.example">You have won</a>';
      const linkRequest = { email: 'ada@example.org', type: 'sign-up', localeTimeString };
      expect((await app.browser().post('/api/auth/email', linkRequest)).status).to.equal(200);
      const [{ mail }] = smtp.received as [Received];
      expect(mail.html).not.to.include('evil').and.not.to.include('won');
      expect(mail.text).not.to.include('evil');
      expect(mail.subject).to.equal('Finish signing up for Cobble');
    } finally {
      await app.stop();
      await smtp.stop();
    }
  });

  it('reports a mail server that is unreachable [ML2]', async () => {
    const mailer = new SmtpMailer('smtp://127.0.0.1:1', 'hello@localhost');
    const mail = signInEmail({
      type: 'login',
      link: 'http://localhost/',
      minutes: 10,
      requestedAt: null,
    });
    const failed = await mailer.send({ to: 'ada@example.org', ...mail }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).to.be.instanceOf(Error);
    mailer.close();
  });
});

describe('/dev/mailbox', () => {
  it('shows emails on a local installation', async () => {
    const app = await createTestApp();
    try {
      const browser = app.browser();
      expect((await browser.get('/dev/mailbox')).text).to.include('No emails yet');
      const token = await app.requestSignInToken(browser, 'ada@example.org');
      const list = await browser.get('/dev/mailbox');
      expect(list.text).to.include('ada@example.org').and.not.to.include(token);
      expect(list.headers['cache-control']).to.equal('no-store');
      expect(list.headers['content-security-policy']).to.include("default-src 'none'");
      const path = /href="(\/dev\/mailbox\/[\w-]+)"/.exec(list.text)?.[1] ?? '';
      expect((await browser.get(`${path}/html`)).text).to.include(`token=${token}`);
      expect((await browser.get('/dev/mailbox/none')).headers.location).to.equal('/dev/mailbox');
    } finally {
      await app.stop();
    }
  });

  it('does not exist on a public server, where no email is sent without SMTP_URL [ML3]', async () => {
    const app = await createTestApp({ configuration: { isLocal: false } });
    try {
      expect((await app.browser().get('/dev/mailbox')).status).to.equal(404);
      const linkRequest = { email: 'ada@example.org', type: 'login' };
      const response = await app.browser().post('/api/auth/email', linkRequest);
      expect(response.error().code).to.equal('mail_not_sent');
      expect(app.log()).to.include('set SMTP_URL');
    } finally {
      await app.stop();
    }
  });
});
