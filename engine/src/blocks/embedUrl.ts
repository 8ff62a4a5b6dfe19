import * as z from 'zod';

/** An address in an embed's content: '' while it is empty, else one that `isKnown` knows. */
export function embedUrlSchema(of: string, isKnown: (url: string) => boolean): z.ZodType<string> {
  return z
    .string()
    .max(2048)
    .refine((value) => value === '' || isKnown(value), `must be the address of ${of}`);
}

/** A number, name or the like in an embed's content, of which addresses are made; '' while empty. */
export function embedIdSchema(pattern: RegExp, what: string): z.ZodType<string> {
  return z.string().refine((value) => value === '' || pattern.test(value), `must be ${what}`);
}
