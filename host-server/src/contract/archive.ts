import { z } from 'zod';

/** The largest archive that can be imported, MB. */
export const MAX_ARCHIVE_MB = 64;

/** The result of an import. */
export const importedSchema = z.object({
  pages: z.array(
    z.object({
      ID: z.number().int(),
      slug: z.string(),
      /** Its slug in the archive. */
      from: z.string(),
    }),
  ),
  /**
   * What could not be imported: `asset_missing` (not in the archive), `asset_refused` (not a
   * supported image, or larger than the plan allows), `page_was_restricted` (the page has no
   * password now).
   */
  warnings: z.array(
    z.object({
      code: z.enum(['asset_missing', 'asset_refused', 'page_was_restricted']),
      path: z.string(),
    }),
  ),
});
export type Imported = z.infer<typeof importedSchema>;
