import { createTransport, type Transporter } from 'nodemailer';

/** An email, ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Sends emails through a mail server, or to the mailbox page. */
export interface Mailer {
  /** Resolves once the email has been accepted; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Sends emails through a mail server (`SMTP_URL`). */
export class SmtpMailer implements Mailer {
  private readonly transport: Transporter;
  private readonly from: string;

  /**
   * @param url `smtp://` or `smtps://`, with user and password if the server requires them.
   * @param from sender of every email.
   */
  constructor(url: string, from: string) {
    this.from = from;
    this.transport = createTransport(withTimeouts(url));
  }

  async send(mail: Mail): Promise<void> {
    // An object, because nodemailer parses a string, which could contain two recipients.
    await this.transport.sendMail({
      from: this.from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }

  close(): void {
    this.transport.close();
  }
}

/**
 * Adds timeouts to the URL, where nodemailer reads options, so that a server that does not respond
 * does not block a request.
 */
function withTimeouts(url: string): string {
  const parsed = new URL(url);
  const defaults = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  for (const [name, ms] of Object.entries(defaults))
    if (!parsed.searchParams.has(name)) parsed.searchParams.set(name, String(ms));
  return parsed.href;
}
