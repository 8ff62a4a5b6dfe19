import { z } from 'zod';
import type { Page } from '@cobble/engine';
import type { ErrorCode } from './errorCodes.ts';

const jsonObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'must be an object' },
);

/**
 * What a client may say of a page. Deep checks (blocks, links, colours) are the engine's
 * `parsePage`, which names the offending path; identity, owner and flags of moderation are the
 * server's and are not read from here.
 */
export const pageInputSchema = z.object({
  slug: z.string().max(200),
  isPublic: z.boolean(),
  isListed: z.boolean(),
  isPeekable: z.boolean(),
  relativeHeight: z.number(),
  // Handed on untouched: thousands of blocks are not copied, and `__proto__` meets the parser.
  settings: jsonObject,
  style: jsonObject,
  things: jsonObject,
});
export type PageInput = z.infer<typeof pageInputSchema>;

/** A page as stored, and whether visitors can see any revision of it yet. */
export type StoredPage = Page & { readonly isPublished: boolean };

/** A page as stored; it was checked by the engine before it was. */
export const storedPageSchema = z.custom<StoredPage>(
  (value) => typeof value === 'object' && value !== null && 'things' in value,
);

/** A page in a list. */
export const pageSummarySchema = z.object({
  ID: z.number().int(),
  slug: z.string(),
  title: z.string().nullable(),
  isPublic: z.boolean(),
  isDisabled: z.boolean(),
  isPublished: z.boolean(),
  updatedAt: z.string(),
});
export type PageSummary = z.infer<typeof pageSummarySchema>;

/** What lets visitors in to a restricted page: 4 to 200 characters, read in Unicode's form C. */
export const pagePasswordSchema = z.string().refine(
  (password) => {
    const { length } = normalisePassword(password);
    return length >= 4 && length <= 200;
  },
  {
    error: 'Must be 4 to 200 characters.',
    params: { code: 'page_invalid_password' satisfies ErrorCode },
  },
);

/** The one form of a password that can be typed in several, on keyboards that differ. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC').trim();
}

/** A draft that was published once. */
export const pageVersionSchema = z.object({
  revision: z.number().int(),
  publishedAt: z.string(),
  /** Whether visitors get this one now. */
  isCurrent: z.boolean(),
});
export type PageVersion = z.infer<typeof pageVersionSchema>;
