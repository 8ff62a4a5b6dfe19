import { ROLES } from '@cobble/engine';
import { z } from 'zod';

/** A role of an account. The engine defines what each grants. */
export const roleSchema = z.enum(ROLES);

/** An email address, trimmed. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'Must be a valid email address' }));

/** The API's message for each problem with the format of a username. */
const USERNAME_PROBLEMS = {
  username_too_short: 'Must be at least 2 characters.',
  username_too_long: 'Cannot be longer than 20 characters.',
  username_invalid_characters: 'Only letters, numbers, and hyphens.',
  username_hyphen_at_end: 'Cannot start or end with a hyphen.',
  username_double_hyphen: "Two hyphens can't follow the second character. Use one.",
};

/** A problem with the format of a username. */
export type UsernameProblem = keyof typeof USERNAME_PROBLEMS;

/**
 * Checks the format of a username; null when it is valid. Only the server can check whether it is
 * taken or reserved. In lower case it is also the site's DNS label, so it neither starts nor ends
 * with a hyphen, nor has hyphens as both its third and fourth characters, which are reserved for
 * encoded names.
 */
export function checkUsername(username: string): UsernameProblem | null {
  if (username.length < 2) return 'username_too_short';
  if (username.length > 20) return 'username_too_long';
  if (!/^[A-Za-z0-9-]*$/.test(username)) return 'username_invalid_characters';
  if (/^-|-$/.test(username)) return 'username_hyphen_at_end';
  if (/^..--/.test(username)) return 'username_double_hyphen';
  return null;
}

/** A well-formed username; the server may still refuse it as taken or reserved. */
export const usernameSchema = z.string().superRefine((username, context) => {
  const problem = checkUsername(username);
  if (problem !== null)
    context.addIssue({
      code: 'custom',
      message: USERNAME_PROBLEMS[problem],
      params: { code: 'account_invalid_username' },
    });
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

/**
 * What an account stores, uploads and stored revisions of pages together. `maxBytes` is null if it
 * is unlimited.
 */
export const storageSchema = z.object({
  usedBytes: z.number().int(),
  maxBytes: z.number().int().nullable(),
});
export type Storage = z.infer<typeof storageSchema>;
