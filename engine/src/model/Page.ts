import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Block, Things } from './Block.ts';
import { pageSlugSchema } from './pageSlug.ts';
import { roundLength } from './Position.ts';
import { type Background, backgroundSchema, borderSchema, colorSchema } from './styles.ts';

/** Maximum length of a page title, in characters (Unicode code points, as zod counts). */
export const MAX_TITLE_LENGTH = 500;
/** Maximum length of a page description, in characters, counted as for the title. */
export const MAX_DESCRIPTION_LENGTH = 2000;

/** Schema for the title, description and design settings of a page. */
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

/** Schema for the page's styles. `margin` is a fraction of the window's width; borders are px. */
export const pageStyleSchema = z.looseObject({
  background: backgroundSchema.optional(),
  backgroundColor: colorSchema.optional(),
  borderColor: colorSchema.optional(),
  border: borderSchema.optional(),
  hideOverflow: z.boolean().optional(),
  margin: z.number().min(0).max(1).optional(),
});

/** The maximum `relativeHeight` of a page, even if its sections are taller. */
export const MAX_PAGE_HEIGHT = 10_000;

/** Schema for the fields of a page. Its blocks are validated by the definitions of their types. */
export const pageEnvelopeSchema = z.looseObject({
  ID: z.number().int(),
  slug: pageSlugSchema,
  site: z.looseObject({ ID: z.number().int(), slug: z.string().max(100) }),
  accountID: z.number().int(),
  isPublic: z.boolean(),
  /** Whether visitors must enter a password, which only the server knows; defaults to false. */
  isRestricted: z.boolean().optional(),
  isListed: z.boolean(),
  isPeekable: z.boolean(),
  isDisabled: z.boolean(),
  relativeHeight: z.number().min(0).max(MAX_PAGE_HEIGHT),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The number of the stored revision that this page was loaded from; 0 if it was never stored. */
  revision: z.number().int().min(0),
  settings: pageSettingsSchema,
  style: pageStyleSchema,
});

/**
 * The title, description and design settings of a page.
 *
 * - `title`, `description`: plain text, of at most 500 and 2000 characters.
 * - `editorVersion`: of the editor that stored the page, such as `0.7.0`; cannot be set by edits.
 * - `referenceWidth`: the width of the window in px that the page is designed for, 375 to 1366; 600
 *   for new pages. Fields that end in `Px` are in px at this width.
 * - `phoneLayout`: `automatic` rearranges the blocks on a phone, `scaled` shrinks the page.
 * - `lang`: the language of the text as a BCP 47 tag, such as `de`.
 */
export type PageSettings = Readonly<z.infer<typeof pageSettingsSchema>>;
/**
 * The page's styles.
 *
 * - `background`, `backgroundColor`: behind the page; `borderColor`: beside it on a wide screen.
 * - `border`: around the page, in px at the reference width.
 * - `hideOverflow`: cuts off what is outside of the window.
 * - `margin`: space that fitting leaves below a section's contents, as a fraction of the window's
 *   width; 0.05 by default.
 */
export type PageStyle = Readonly<z.infer<typeof pageStyleSchema>> & {
  readonly background?: Background | undefined;
};

/** A page without its blocks. */
export interface PageFields {
  readonly ID: number;
  /** The page's name in addresses. Its title is `settings.title`. */
  readonly slug: string;
  readonly site: { readonly ID: number; readonly slug: string };
  /** The owner's account. */
  readonly accountID: number;
  readonly isPublic: boolean;
  /** Visitors need a password. */
  readonly isRestricted?: boolean | undefined;
  /** Discoverable: listed in the community feed. */
  readonly isListed: boolean;
  /** Samplable: others may open it in the editor and try out edits. */
  readonly isPeekable: boolean;
  readonly isDisabled: boolean;
  /** The sum of the heights of the sections, in fractions of the window's width; at most 10,000. */
  readonly relativeHeight: number;
  /** ISO 8601, like `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Increases whenever the host stores the page; `publish` gets it as `baseRevision`. */
  readonly revision: number;
  readonly settings: PageSettings;
  readonly style: PageStyle;
}

/** The flags of a page, for access and listing, which only its owner may change. */
export const PAGE_FLAGS = [
  ...(['isPublic', 'isRestricted', 'isListed', 'isPeekable'] as const),
] satisfies (keyof PageFields)[];

/** The fields of a page that edits set: its height follows from its sections. */
export const EDITABLE_FIELDS = [
  ...(['settings', 'style'] as const),
  ...PAGE_FLAGS,
] satisfies (keyof PageFields)[];

/** Whether edits set the field of that name. */
export function isEditableField(name: string): boolean {
  return EDITABLE_FIELDS.some((field) => field === name);
}

/**
 * A page: plain JSON, frozen. A `Page` can have blocks of any type; calls that know the types, such
 * as `parsePage`, return a page whose blocks are narrowed by comparing their `type`.
 */
export interface Page<Blocks extends Block = Block> extends PageFields {
  readonly things: Things<Blocks>;
}

/**
 * The margin that fitting leaves below the contents of a section, as a fraction of the window's
 * width; defaults to 0.05.
 */
export function marginOf({ style }: Pick<PageFields, 'style'>): number {
  return style.margin ?? GEOMETRY.pageMargin;
}

/**
 * The `relativeHeight` of a page.
 *
 * @param total the sum of the heights of its sections, which may be more than a page can store
 */
export function relativeHeightOf(total: number): number {
  return Math.min(MAX_PAGE_HEIGHT, roundLength(total));
}
