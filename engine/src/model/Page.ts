import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Things } from './Block.ts';
import { colorSchema } from './color.ts';
import { pageSlugSchema } from './pageSlug.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './pageWords.ts';
import { type Background, backgroundSchema, borderSchema } from './styles.ts';

/** Words about a page and how it was designed. */
export const pageSettingsSchema = z.looseObject({
  title: z
    .string()
    .max(MAX_TITLE_LENGTH, { error: 'Page title cannot exceed 500 characters' })
    .optional(),
  description: z
    .string()
    .max(MAX_DESCRIPTION_LENGTH, { error: 'Page description cannot exceed 2000 characters' })
    .optional(),
  editorVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  referenceWidth: z.number().min(GEOMETRY.minWindowWidthPx).max(GEOMETRY.maxContentWidthPx),
  phoneLayout: z.enum(['scaled', 'automatic']).optional(),
  lang: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .optional(),
});

/** The page's own looks. `margin` is a fraction of the window's width; borders are px. */
export const pageStyleSchema = z.looseObject({
  background: backgroundSchema.optional(),
  backgroundColor: colorSchema.optional(),
  borderColor: colorSchema.optional(),
  border: borderSchema.optional(),
  hideOverflow: z.boolean().optional(),
  margin: z.number().min(0).max(1).optional(),
});

/** A page but for its blocks, which are checked by their types' definitions. */
export const pageEnvelopeSchema = z.looseObject({
  ID: z.number().int(),
  slug: pageSlugSchema,
  site: z.looseObject({ ID: z.number().int(), slug: z.string().max(100) }),
  accountID: z.number().int(),
  isPublic: z.boolean(),
  /** Readers must give a password, which only the server knows; absent means no. */
  isRestricted: z.boolean().optional(),
  isListed: z.boolean(),
  isPeekable: z.boolean(),
  isDisabled: z.boolean(),
  relativeHeight: z.number().min(0).max(10_000),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The number of the stored draft that this copy was made from; 0 when never stored. */
  revision: z.number().int().min(0),
  settings: pageSettingsSchema,
  style: pageStyleSchema,
});

/** Words about a page, and how it was designed; as JSON holds them. */
export type PageSettings = Readonly<z.infer<typeof pageSettingsSchema>>;
/** The page's own looks; as JSON holds them. */
export type PageStyle = Readonly<z.infer<typeof pageStyleSchema>> & {
  readonly background?: Background | undefined;
};

/** All of a page but its blocks. */
export interface PageFields {
  readonly ID: number;
  readonly slug: string;
  readonly site: { readonly ID: number; readonly slug: string };
  readonly accountID: number;
  readonly isPublic: boolean;
  readonly isRestricted?: boolean | undefined;
  readonly isListed: boolean;
  readonly isPeekable: boolean;
  readonly isDisabled: boolean;
  readonly relativeHeight: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly settings: PageSettings;
  readonly style: PageStyle;
}

/** A page: plain JSON, frozen by whoever holds it. */
export interface Page extends PageFields {
  readonly things: Things;
}
