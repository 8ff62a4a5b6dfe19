import { makeAutoObservable } from 'mobx';
import { z } from 'zod';
import { type LocalStorage, LocalValue } from './LocalValue.ts';

/** How long a sign-in link is valid, ms. */
const LINK_MS = 600_000;

const sentLinkSchema = z.object({
  email: z.string(),
  type: z.enum(['login', 'sign-up']),
  sentAtMs: z.number(),
  returnTo: z.string().startsWith('/').nullish(),
});
type SentLink = z.infer<typeof sentLinkSchema>;

/** The state of the dialog for sign-in and sign-up, and the link that was sent. */
export class OverlayStore {
  /** The open dialog. */
  auth: 'login' | 'sign-up' | null = null;
  /**
   * The address that this tab had a link sent to; kept across reloads while the link is valid
   * [AU4].
   */
  sentTo: string | null = null;
  /** The path to return to once signed in, if the link is opened in this tab; null: home. */
  returnTo: string | null = null;
  readonly #stored: LocalValue<SentLink>;

  /** @param session the tab's storage */
  constructor(session: LocalStorage | null = null) {
    this.#stored = new LocalValue('cobble.sent-link', sentLinkSchema, session);
    const sent = this.#stored.read();
    if (sent && Date.now() - sent.sentAtMs < LINK_MS) {
      this.auth = sent.type;
      this.sentTo = sent.email;
      this.returnTo = sent.returnTo ?? null;
    }
    makeAutoObservable(this);
  }

  /** @param returnTo the path to return to; default: the one that was set before */
  openSignIn(returnTo = this.returnTo): void {
    this.auth = 'login';
    this.returnTo = returnTo;
  }

  openSignUp(): void {
    this.auth = 'sign-up';
  }

  /** Stores where a link was sent. */
  setSentLink(email: string, type: 'login' | 'sign-up'): void {
    this.sentTo = email;
    this.#stored.write({ email, type, sentAtMs: Date.now(), returnTo: this.returnTo });
  }

  /** Clears the link that was sent. */
  clearSentLink(): void {
    this.sentTo = null;
    this.#stored.clear();
  }

  closeAuth(): void {
    this.auth = null;
    this.returnTo = null;
    this.clearSentLink();
  }
}
