import { isAllowedMetaName, isAssetUrl, INDEX_SLUG } from '@cobble/engine';
import { z } from 'zod';
import type { ErrorCode } from './errorCodes.ts';
import { roleSchema } from './account.ts';

const MAX_META_TAGS = 20;
const MAX_META_CONTENT = 1000;

const named = (code: ErrorCode, message: string) => ({
  error: message,
  params: { code },
});

/** The URL of an uploaded image, the https URL of an image on another host, or null. */
const image = (code: ErrorCode, what: string) =>
  z.unknown().refine(isImageUrl, named(code, `${what} must be an uploaded image`)) as z.ZodType<
    string | null
  >;

/** A meta tag on every page of the site, such as a search engine's verification. */
export const metaTagSchema = z.strictObject({
  name: z.string().refine(isAllowedMetaName),
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
        named('site_invalid_meta_tags', 'Meta tags need a name and content'),
      ) as z.ZodType<readonly MetaTag[]>
  ).optional(),
};

/** The settings of a site. Null, empty and false mean unset; an absent field keeps its value. */
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
  /** The site's canonical custom domain; null if it has none or the plan does not include it. */
  canonicalDomain: z.string().nullable(),
  settings: z.custom<SiteSettings>((value) => typeof value === 'object' && value !== null),
});
export type Site = z.infer<typeof siteSchema>;

/** What a site contributes to the rendering of its pages, as far as its plan allows. */
export const siteRenderingSchema = z.object({
  /** The site's canonical URL, with a trailing slash. */
  homeUrl: z.string(),
  /** The link of "Made on Cobble"; null when it is hidden. */
  attributionUrl: z.string().nullable(),
  /** Whether code embeds run. */
  runsCode: z.boolean(),
  /** Whether pages have an image for link previews: `shareImageOf`. */
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

/** Maximum size of an archive that can be imported, MB. */
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
   * supported image, or larger than the plan allows), `page_was_restricted` (the page is private
   * now, since archives contain no passwords). The path is the file's in the archive, or the new
   * slug of the page.
   */
  warnings: z.array(
    z.object({
      code: z.enum(['asset_missing', 'asset_refused', 'page_was_restricted']),
      path: z.string(),
    }),
  ),
});
export type Imported = z.infer<typeof importedSchema>;

/** The size that link previews use, px. */
export const SHARE_IMAGE_PX = { width: 1200, height: 630 } as const;

/**
 * The image that link previews show of a page, for `RenderOptions.shareImage`. Its URL is known
 * before the image is painted.
 */
export function shareImageOf({ slug }: { readonly slug: string }): {
  readonly url: string;
  readonly width: number;
  readonly height: number;
} {
  const name = slug.toLowerCase() === INDEX_SLUG ? INDEX_SLUG : slug;
  return { url: `/assets/share/${name}.jpg`, ...SHARE_IMAGE_PX };
}
