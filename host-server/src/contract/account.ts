import { ROLES } from '@cobble/engine';
import { z } from 'zod';

/** A role of an account. The engine defines what each grants. */
export const roleSchema = z.enum(ROLES);

/** An e-mail address, trimmed. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'Must be a valid e-mail address' }));

/**
 * Checks the form of a username; null when it is valid, else a message for the user. Whether it is
 * taken or reserved is for the server to check. In lower case it is also the site's DNS label: no
 * hyphen at either end, and none in both third and fourth place, which is reserved for encoded
 * names.
 */
export function checkUsername(username: string): string | null {
  if (username.length < 2) return 'Must be at least 2 characters.';
  if (username.length > 20) return 'Cannot be longer than 20 characters.';
  if (!/^[A-Za-z0-9-]*$/.test(username)) return 'Only letters, numbers, and hyphens.';
  if (/^-|-$/.test(username)) return 'Cannot start or end with a hyphen.';
  if (/^..--/.test(username)) return 'Cannot have two hyphens after the first two characters.';
  return null;
}

/** A well-formed username; the server may still refuse it as taken or reserved. */
export const usernameSchema = z.string().superRefine((username, context) => {
  const message = checkUsername(username);
  if (message !== null)
    context.addIssue({ code: 'custom', message, params: { code: 'account_invalid_username' } });
});

/** An account as its owner sees it. */
export const accountSchema = z.object({
  ID: z.number().int(),
  UUID: z.string(),
  username: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  primarySite: z.object({ ID: z.number().int(), slug: z.string() }),
});
export type Account = z.infer<typeof accountSchema>;
