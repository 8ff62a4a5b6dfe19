import * as z from 'zod';

/**
 * Schema for a URL in an embed's content: '' while it is empty, else one that `isKnown` accepts.
 */
export function embedUrlSchema(of: string, isKnown: (url: string) => boolean): z.ZodType<string> {
  return z
    .string()
    .max(2048)
    .refine((value) => value === '' || isKnown(value), `must be the address of ${of}`);
}

/** Schema for an id or name from which an embed's URLs are built; '' while it is empty. */
export function embedIdSchema(pattern: RegExp, what: string): z.ZodType<string> {
  return z.string().refine((value) => value === '' || pattern.test(value), `must be ${what}`);
}
