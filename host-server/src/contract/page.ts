import { z } from 'zod';
import type { Page } from '@cobble/engine';
import type { ErrorCode } from './errorCodes.ts';

const jsonObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'must be an object' },
);

/**
 * The fields of a page that a client sends. The engine's `parsePage` validates blocks, links and
 * colours and names the offending path. Identity, owner and moderation flags belong to the server
 * and are not accepted here.
 */
export const pageInputSchema = z.object({
  slug: z.string().max(200),
  isPublic: z.boolean(),
  isListed: z.boolean(),
  isPeekable: z.boolean(),
  relativeHeight: z.number(),
  // Passed on unchanged: avoids copying thousands of blocks, and `parsePage` handles `__proto__`.
  settings: jsonObject,
  style: jsonObject,
  things: jsonObject,
});
export type PageInput = z.infer<typeof pageInputSchema>;

/** A page as stored. */
export type StoredPage = Page & {
  /** Whether any revision of it is published. */
  readonly isPublished: boolean;
  /**
   * Only in a response of `getPage`: whether the account edits it in its room, where it may have a
   * newer draft.
   */
  readonly hasRoom?: true;
};

/** A stored page; it was validated before it was stored. */
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

/** The password of a restricted page: 4 to 200 characters in Unicode form C. */
export const pagePasswordSchema = z.string().refine(
  (password) => {
    const { length } = normalizePassword(password);
    return length >= 4 && length <= 200;
  },
  {
    error: 'Must be 4 to 200 characters.',
    params: { code: 'page_invalid_password' satisfies ErrorCode },
  },
);

/** Trims a password, and normalises characters that keyboards encode differently. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC').trim();
}

/** A published revision. */
export const pageVersionSchema = z.object({
  revision: z.number().int(),
  publishedAt: z.string(),
  /** Whether this is the version that visitors see. */
  isCurrent: z.boolean(),
});
export type PageVersion = z.infer<typeof pageVersionSchema>;
