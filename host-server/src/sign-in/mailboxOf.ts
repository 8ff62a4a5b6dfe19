/** Domains of a provider that ignores dots in the names of mailboxes. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an email address probably belongs to, as a key of rate limits: what follows a plus
 * sign only labels the emails that one person gets. Not for sending, or for telling accounts apart,
 * because some providers have different mailboxes for such addresses.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const name = /^.[^+]*/s.exec(local)?.[0] ?? '';
  return WITHOUT_DOTS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
