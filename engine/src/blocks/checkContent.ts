import type { z } from 'zod';
import type { BlockDefinition } from './BlockDefinition.ts';

/** What is wrong with the content of a block. */
export interface ContentProblem {
  readonly issues: readonly z.core.$ZodIssue[];
  /** What the schema has thrown, if that is what is wrong. */
  readonly cause?: unknown;
}

/**
 * Checks content by the schema of its type. A schema that throws (a third party's, whose check asks
 * `new URL` of any words) refuses what it throws at: the page is not to be blamed for it, nor is
 * whoever asked to end by it.
 *
 * @returns null when the schema takes it
 */
export function checkContent(
  { type, content: schema }: BlockDefinition,
  content: unknown,
): ContentProblem | null {
  try {
    const checked = schema.safeParse(content);
    return checked.success ? null : checked.error;
  } catch (cause) {
    const message = `cannot be checked: the schema of ${type} throws`;
    return { issues: [{ code: 'custom', path: [], message, input: content }], cause };
  }
}
