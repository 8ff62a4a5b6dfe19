import * as z from 'zod';

/**
 * Schema for a list, which is only checked up to its first invalid item. An array of zod's would
 * collect the problems of every item, which takes long for a list that was made for it.
 */
export function listOf<Item extends z.ZodType>(item: Item, max: number, min = 0) {
  return z.unknown().transform((value, context): z.output<Item>[] => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      context.addIssue(`must be a list of ${String(min)} to ${String(max)} items`);
      return z.NEVER;
    }
    const items: z.output<Item>[] = [];
    for (const [index, each] of value.entries()) {
      const parsed = item.safeParse(each);
      if (!parsed.success) {
        context.addIssue({ code: 'custom', message: 'is invalid', path: [index] });
        return z.NEVER;
      }
      items.push(parsed.data);
    }
    return items;
  });
}
