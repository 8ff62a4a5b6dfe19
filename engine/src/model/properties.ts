import * as z from 'zod';
import { hyperlinkSchema } from '../links/hyperlink.ts';
import { MAX_HTML_ID_LENGTH } from './htmlIds.ts';

/** Schema for the properties that all blocks share. */
export const propertiesSchema = z.looseObject({
  htmlId: z
    .string()
    .max(MAX_HTML_ID_LENGTH)
    .regex(/^[\w-]*$/, 'must contain only letters, digits, underscores and hyphens')
    .optional(),
  hyperlink: hyperlinkSchema.optional(),
  hyperlinkTarget: z.enum(['_self', '_blank']).optional(),
  hideOn: z.enum(['desktop', 'mobile']).optional(),
  effects: z
    .looseObject({ onHover: z.enum(['grow', 'underline', 'opacity', 'wobble']).optional() })
    .optional(),
  displayTimestamp: z.enum(['off', 'always', 'hover']).optional(),
  pointerEvents: z.enum(['auto', 'none']).optional(),
});

/**
 * A block's link, HTML id and behaviour.
 *
 * - `htmlId`: ASCII letters, digits, `_` and `-`; links to `#id` lead to it. It should be unique on
 *   the page: the published page drops duplicates.
 * - `hyperlink`: `https://…`, `mailto:`, `tel:`, `/path` or `#id` (`checkHyperlink`).
 * - `hyperlinkTarget`: `_blank` opens it in a new tab.
 * - `hideOn`: where the published page leaves the block out.
 * - `effects.onHover`: what happens under a visitor's pointer.
 * - `displayTimestamp`: shows when the block was created.
 * - `pointerEvents`: `none` lets clicks pass to what is behind the block.
 */
export type Properties = Readonly<z.infer<typeof propertiesSchema>>;
