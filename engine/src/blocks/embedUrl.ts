import * as z from 'zod';

/**
 * Schema for a URL in an embed's content: '' while it is empty, else one that `isKnown` accepts.
 *
 * @param target what the URL leads to, for the message, such as `a form on Typeform`
 */
export function embedUrlSchema(
  target: string,
  isKnown: (url: string) => boolean,
): z.ZodType<string> {
  return z
    .string()
    .max(2048)
    .refine((value) => value === '' || isKnown(value), `must be the address of ${target}`);
}

/**
 * Schema for an id or name from which an embed's URLs are built; '' while it is empty.
 *
 * @param description of a valid value, for the message
 */
export function embedIdSchema(pattern: RegExp, description: string): z.ZodType<string> {
  return z
    .string()
    .refine((value) => value === '' || pattern.test(value), `must be ${description}`);
}
