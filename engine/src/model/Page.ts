import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Things } from './Block.ts';
import { pageSlugSchema } from './pageSlug.ts';
import { type Background, backgroundSchema, borderSchema, colorSchema } from './styles.ts';

/** The most characters of a page's title. */
export const MAX_TITLE_LENGTH = 500;
/** The most characters of a page's description. */
export const MAX_DESCRIPTION_LENGTH = 2000;

/** The title, description and design settings of a page. */
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

/** Why a page's words were refused; the server answers with the same codes. */
export type PageWordsProblem = 'page_invalid_title' | 'page_invalid_description';

/** What is wrong with a page's title, or null ('Page title cannot exceed 500 characters'). */
export function checkPageTitle(title: string): 'page_invalid_title' | null {
  return title.length > MAX_TITLE_LENGTH ? 'page_invalid_title' : null;
}

/** What is wrong with a page's description, or null ('Page description cannot exceed 2000 characters'). */
export function checkPageDescription(description: string): 'page_invalid_description' | null {
  return description.length > MAX_DESCRIPTION_LENGTH ? 'page_invalid_description' : null;
}

/**
 * The room that fitting leaves below what a section holds, as a fraction of the window's width: the
 * page's own margin, else 0.05.
 */
export function marginOf({ style }: Pick<PageFields, 'style'>): number {
  return style.margin ?? GEOMETRY.pageMargin;
}
