import { z } from 'zod';

/** The largest archive that is taken in, MB. */
export const MAX_ARCHIVE_MB = 64;

/** What came of an import. */
export const importedSchema = z.object({
  pages: z.array(
    z.object({
      ID: z.number().int(),
      slug: z.string(),
      /** What it was called in the archive. */
      from: z.string(),
    }),
  ),
  /**
   * What could not be taken over: `asset_missing` (not in the archive), `asset_refused` (no image
   * that is taken, or larger than the plan allows), `page_was_restricted` (it has no password now).
   */
  warnings: z.array(z.object({ code: z.string(), path: z.string() })),
});
export type Imported = z.infer<typeof importedSchema>;
