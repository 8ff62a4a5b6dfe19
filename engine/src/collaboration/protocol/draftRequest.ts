import * as z from 'zod';

/**
 * A request for a newer draft, for `Room.draft`. Of the latest published page, only id and revision
 * are read. Revisions are the room's seqs.
 */
export const draftRequestSchema = z.object({
  type: z.literal('request-draft'),
  latestPublishedPage: z.object({ ID: z.number().int(), revision: z.number().int().min(0) }),
});

/** The response; its `draft` is null if there is nothing newer than the published page. */
export const draftResponseSchema = z.object({
  type: z.literal('send-draft'),
  body: z.object({ draft: z.object({ page: z.unknown(), seq: z.number().int() }).nullable() }),
});

/** A parsed draft request. */
export type DraftRequest = z.infer<typeof draftRequestSchema>;
/** The response to a draft request. */
export type DraftResponse = z.infer<typeof draftResponseSchema>;
