import { createTransport, type Transporter } from 'nodemailer';
import type { Mail, Mailer } from './Mailer.ts';

/** Sends by a mail server (`SMTP_URL`). */
export class SmtpMailer implements Mailer {
  private readonly transport: Transporter;
  private readonly from: string;

  /**
   * @param url `smtp://` or `smtps://`, with user and password where the server wants them.
   * @param from sender of every mail.
   */
  constructor(url: string, from: string) {
    this.from = from;
    this.transport = createTransport(withTimeouts(url));
  }

  async send(mail: Mail): Promise<void> {
    // An address object and not a string: a string would be parsed, and could name two people.
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

/** nodemailer reads options from the address's query; a silent server must not hold a person up. */
function withTimeouts(url: string): string {
  const parsed = new URL(url);
  const defaults = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  for (const [name, ms] of Object.entries(defaults))
    if (!parsed.searchParams.has(name)) parsed.searchParams.set(name, String(ms));
  return parsed.href;
}
