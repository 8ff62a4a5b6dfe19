/** A mail, ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Sends mails: through a mail server, or to the mailbox page. */
export interface Mailer {
  /** Resolves once the mail was accepted; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
