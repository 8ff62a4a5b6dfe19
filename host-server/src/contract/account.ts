import { z } from 'zod';

/** The roles that an account can hold (accounts-sites-community.md section 3). */
export const roleSchema = z.enum([
  'admin',
  'basic',
  'canary',
  'insider',
  'moderator',
  'plus',
  'pro',
  'resident',
  'supporter',
]);
export type Role = z.infer<typeof roleSchema>;

/** An e-mail address, trimmed; its domain in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'Must be a valid e-mail address' }));

const USERNAME = /^[A-Za-z0-9-]*$/;

/**
 * A username as typed, but for whether it is taken or reserved, which the server decides
 * (accounts-sites-community.md section 5, word for word).
 */
export const usernameSchema = z
  .string()
  .min(2, { error: 'Must be at least 2 characters.' })
  .max(20, { error: 'Cannot be longer than 20 characters.' })
  .regex(USERNAME, { error: 'Only letters, numbers, and hyphens.' });

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
