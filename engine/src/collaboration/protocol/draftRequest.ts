import * as z from 'zod';

/**
 * The question for a newer draft (POST to the room): of the page that its sender knows as published
 * only id and revision are read. Revisions are the room's sequence numbers.
 */
export const draftRequestSchema = z.object({
  type: z.literal('request-draft'),
  latestPublishedPage: z.object({ ID: z.number().int(), revision: z.number().int().min(0) }),
});

/** The answer; null when there is nothing newer than what was published. */
export const draftAnswerSchema = z.object({
  type: z.literal('send-draft'),
  body: z.object({ draft: z.object({ page: z.unknown(), seq: z.number().int() }).nullable() }),
});

/** The question for a newer draft, as it is read. */
export type DraftRequest = z.infer<typeof draftRequestSchema>;
/** The answer to a draft request. */
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;
