import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.ts';
import type { Mail, Mailer } from './Mailer.ts';

/** An email in the mailbox. */
export interface MailboxEntry extends Mail {
  readonly id: string;
  readonly sentAt: Date;
}

const MAX_EMAILS = 100;

/**
 * Stores emails for the page `/dev/mailbox` instead of sending them. In memory only: the database
 * never stores the token of a link.
 */
export class Mailbox implements Mailer {
  private readonly clock: Clock;
  private readonly emails: MailboxEntry[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Newest first. */
  get entries(): readonly MailboxEntry[] {
    return this.emails;
  }

  find(id: string): MailboxEntry | null {
    return this.emails.find((mail) => mail.id === id) ?? null;
  }

  send(mail: Mail): Promise<void> {
    this.emails.unshift({ ...mail, id: randomUUID(), sentAt: this.clock() });
    this.emails.splice(MAX_EMAILS);
    return Promise.resolve();
  }

  close(): void {
    this.emails.length = 0;
  }
}
