import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { TestBrowser } from '../../app/testing/TestBrowser.ts';

const WAIT_MS = 20_000;

/** A mail server that keeps the token of the last sign-in link to each address. */
export class EmailSink {
  private readonly server: SMTPServer;
  private readonly tokens = new Map<string, string>();
  private emails = 0;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        stream.on('end', () => {
          this.emails += 1;
          // Quoted-printable: `=` is written as `=3D`, and long lines are folded.
          const token = /token=(?:3D)?([\w-]{43})/.exec(text.replaceAll('=\r\n', ''))?.[1];
          for (const { address } of session.envelope.rcptTo)
            if (token !== undefined) this.tokens.set(address.toLowerCase(), token);
          done();
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<EmailSink> {
    const sink = new EmailSink();
    sink.server.listen(0, '127.0.0.1');
    await once(sink.server.server, 'listening');
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${String((this.server.server.address() as AddressInfo).port)}`;
  }

  /** How many emails have arrived. */
  get count(): number {
    return this.emails;
  }

  /**
   * Signs in as a person does: requests a link, waits for the email and uses the link.
   *
   * @throws Error if any of it fails.
   */
  async signIn(browser: TestBrowser, email: string): Promise<void> {
    this.tokens.delete(email);
    const requested = await browser.post('/api/auth/email', { email, type: 'login' });
    if (requested.status !== 200) throw new Error(`No link: ${requested.text}`);
    const until = Date.now() + WAIT_MS;
    while (!this.tokens.has(email)) {
      if (Date.now() > until) throw new Error('No email has arrived');
      await sleep(20);
    }
    const verified = await browser.post('/api/auth/verify', {
      email,
      token: this.tokens.get(email),
    });
    if (verified.status !== 200) throw new Error(`Not signed in: ${verified.text}`);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
