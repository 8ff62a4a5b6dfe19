import { isAssetUrl, isAuthorsMetaName } from '@cobble/engine';
import { z } from 'zod';
import type { ErrorCode } from './errorCodes.ts';
import { roleSchema } from './account.ts';

const MAX_META_TAGS = 20;
const MAX_META_CONTENT = 1000;

const named = (code: ErrorCode, message: string) => ({
  error: message,
  params: { code },
});

/** An image of our own, or one elsewhere over TLS. */
const image = (code: ErrorCode, what: string) =>
  z.unknown().refine(isImageUrl, named(code, `${what} must be an uploaded image`)) as z.ZodType<
    string | null
  >;

/** A line in the head of every page of the site, such as the proof that a search engine asks for. */
export const metaTagSchema = z.strictObject({
  name: z.string().refine(isAuthorsMetaName),
  content: z.string().max(MAX_META_CONTENT),
});
export type MetaTag = z.infer<typeof metaTagSchema>;

const FIELDS = {
  faviconImageURL: image('site_invalid_favicon', 'Site icon').optional(),
  shareImageURL: image('site_invalid_share_image', 'Share image').optional(),
  /** Empty or null: none. */
  googleAnalytics4ID: (
    z
      .unknown()
      .refine(
        isAnalyticsId,
        named('site_invalid_analytics_id', 'Must be in the format of G-XXXXXXXXXX'),
      ) as z.ZodType<string | null>
  ).optional(),
  hideAttribution: z.boolean().optional(),
  metaTags: (
    z
      .unknown()
      .refine(
        (value) => z.array(metaTagSchema).max(MAX_META_TAGS).safeParse(value).success,
        named('site_invalid_meta_tags', 'Meta tags need a name and words'),
      ) as z.ZodType<readonly MetaTag[]>
  ).optional(),
};

/**
 * What a site says about itself on each of its pages. Null, empty and false stand for nothing; a
 * field that is absent is left as it was.
 */
export const siteSettingsSchema = z.looseObject(FIELDS).superRefine((settings, context) => {
  for (const field of Object.keys(settings))
    if (!Object.hasOwn(FIELDS, field))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'is not known',
        params: { code: 'site_unsupported_settings' satisfies ErrorCode },
      });
});

/** {@link siteSettingsSchema}'s fields. */
export interface SiteSettings {
  readonly faviconImageURL?: string | null | undefined;
  readonly shareImageURL?: string | null | undefined;
  readonly googleAnalytics4ID?: string | null | undefined;
  readonly hideAttribution?: boolean | undefined;
  readonly metaTags?: readonly MetaTag[] | undefined;
}

/** A site as its owner sees it. */
export const siteSchema = z.object({
  ID: z.number().int(),
  accountID: z.number().int(),
  slug: z.string(),
  isPublic: z.boolean(),
  ownerRoles: z.array(roleSchema),
  /** The custom domain under which the site is at home, or null. */
  canonicalDomain: z.string().nullable(),
  settings: z.custom<SiteSettings>((value) => typeof value === 'object' && value !== null),
});
export type Site = z.infer<typeof siteSchema>;

/** What of a site goes into the rendering of its pages today, as its plan has it. */
export const siteRenderingSchema = z.object({
  /** Where the site is at home, with a slash at its end. */
  homeUrl: z.string(),
  /** Where "Made on Cobble" leads; null where it is not shown. */
  attributionUrl: z.string().nullable(),
  /** Whether authors' own code runs. */
  runsCode: z.boolean(),
  /** Whether pages have an image of themselves for previews of their links: `shareImageOf`. */
  paintsPages: z.boolean(),
  /** For `RenderOptions.site` of the renderer. */
  site: z.object({
    name: z.string().optional(),
    iconUrl: z.string().optional(),
    hasDefaultIcon: z.boolean().optional(),
    shareImageUrl: z.string().optional(),
    analyticsId: z.string().optional(),
    metaTags: z.array(z.object({ name: z.string(), content: z.string() })).optional(),
    feedUrl: z.string().optional(),
  }),
});
export type SiteRendering = z.infer<typeof siteRenderingSchema>;

function isImageUrl(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'string' && isAssetUrl(value) && !/^http:/i.test(value);
}

function isAnalyticsId(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'string' && /^G-[A-Z0-9]{10}$/.test(value);
}
