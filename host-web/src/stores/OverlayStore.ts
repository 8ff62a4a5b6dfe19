import { makeAutoObservable } from 'mobx';
import { z } from 'zod';
import { type LocalStorage, LocalValue } from './LocalValue.ts';

/** How long a login link works, ms. */
const LINK_MS = 600_000;

const sentLinkSchema = z.object({
  email: z.string(),
  type: z.enum(['login', 'sign-up']),
  sentAtMs: z.number(),
});
type SentLink = z.infer<typeof sentLinkSchema>;

/** Which of the app-wide overlays is open, and which link is on its way. */
export class OverlayStore {
  /** The login or sign-up modal, from any screen. */
  auth: 'login' | 'sign-up' | null = null;
  /** Where a link was sent from this tab; a reload within the link's ten minutes still knows. */
  sentTo: string | null = null;
  readonly #stored: LocalValue<SentLink>;

  /** @param session what lasts as long as the tab */
  constructor(session: LocalStorage | null = null) {
    this.#stored = new LocalValue('cobble.sent-link', sentLinkSchema, session);
    const sent = this.#stored.read();
    if (sent && Date.now() - sent.sentAtMs < LINK_MS) {
      this.auth = sent.type;
      this.sentTo = sent.email;
    }
    makeAutoObservable(this);
  }

  openLogin(): void {
    this.auth = 'login';
  }

  openSignUp(): void {
    this.auth = 'sign-up';
  }

  /** A link was sent: the overlay, and the login screen, now say where to. */
  setSentLink(email: string, type: 'login' | 'sign-up'): void {
    this.sentTo = email;
    this.#stored.write({ email, type, sentAtMs: Date.now() });
  }

  /** The link was used, did not work, or another one is wanted. */
  clearSentLink(): void {
    this.sentTo = null;
    this.#stored.clear();
  }

  closeAuth(): void {
    this.auth = null;
    this.clearSentLink();
  }
}
