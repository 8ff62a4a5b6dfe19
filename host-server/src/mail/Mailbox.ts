import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.ts';
import type { Mail, Mailer } from './Mailer.ts';

/** A mail that lies in the mailbox. */
export interface MailboxEntry extends Mail {
  readonly id: string;
  readonly sentAt: Date;
}

const KEPT = 100;

/**
 * Keeps mails for the page `/dev/mailbox` instead of sending them. In memory only: the database
 * never holds the token of a link, and a link dies within minutes anyway.
 */
export class Mailbox implements Mailer {
  private readonly clock: Clock;
  private readonly mails: MailboxEntry[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The newest first. */
  get entries(): readonly MailboxEntry[] {
    return this.mails;
  }

  find(id: string): MailboxEntry | null {
    return this.mails.find((mail) => mail.id === id) ?? null;
  }

  send(mail: Mail): Promise<void> {
    this.mails.unshift({ ...mail, id: randomUUID(), sentAt: this.clock() });
    this.mails.splice(KEPT);
    return Promise.resolve();
  }

  close(): void {
    this.mails.length = 0;
  }
}
