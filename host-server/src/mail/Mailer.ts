/** A mail, ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Takes mails to people: a mail server, or the mailbox page. */
export interface Mailer {
  /** Resolves once the mail has been taken over; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
