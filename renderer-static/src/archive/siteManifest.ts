import * as z from 'zod';
import { ARCHIVE, pageFile, pageJsonFile } from './archiveNames.ts';
import { ArchiveProblem } from './ArchiveProblem.ts';

const VERSION = 1;

const text = z.string().max(4096);

const postSchema = z.strictObject({ id: z.number().int(), caption: z.string(), createdAt: text });

const siteSchema = z.strictObject({
  name: text.optional(),
  iconUrl: text.optional(),
  shareImageUrl: text.optional(),
  analyticsId: text.optional(),
  metaTags: z
    .array(z.strictObject({ name: text, content: text }))
    .max(100)
    .readonly()
    .optional(),
  feedUrl: text.optional(),
});

/**
 * `cobble/site.json`: the recorded inputs of rendering, so that an import renders the same files.
 * It contains no passwords, keys or machine names.
 */
const manifestSchema = z.strictObject({
  format: z.literal('cobble-site'),
  version: z.literal(VERSION),
  url: text.nullable(),
  /** Includes pages that visitors cannot see, as JSON. */
  includesHidden: z.boolean(),
  origins: z.array(text).max(100),
  attributionUrl: text.nullable(),
  safeMode: z.boolean(),
  site: siteSchema,
  /** Whether the site provided `feed.xml`. */
  hasFeed: z.boolean(),
  /** In the site's order. `html` is the page's file, or null for pages that visitors cannot see. */
  pages: z.array(
    z.strictObject({
      slug: text,
      json: text,
      html: text.nullable(),
      isPublished: z.boolean(),
    }),
  ),
  /** The font families that the pages use and for which the site had files. */
  fonts: z.array(text),
  /** Posts by account. */
  posts: z.record(z.string().regex(/^\d{1,15}$/), z.array(postSchema)),
  /** Image lookups by URL; checked again wherever they are read. */
  images: z.record(text, z.unknown()),
});

/** Result of {@link readManifest}. */
export type SiteManifest = z.infer<typeof manifestSchema>;

/** Creates a manifest in the current version. */
export function makeManifest(fields: Omit<SiteManifest, 'format' | 'version'>): SiteManifest {
  return { format: 'cobble-site', version: VERSION, ...fields };
}

/** The most entries that a list or map other than the pages may have. */
const MAX_ENTRIES = 20_000;

/**
 * Checks an untrusted manifest.
 *
 * @param fileCount files in the archive; each page has one
 * @throws ArchiveProblem `archive_newer_version`, `archive_invalid_manifest` (details: `field`)
 */
export function readManifest(json: unknown, fileCount: number): SiteManifest {
  const head = z.looseObject({ format: z.literal('cobble-site'), version: z.number() });
  const version = head.safeParse(json).data?.version ?? 0;
  if (version > VERSION)
    throw new ArchiveProblem(
      'archive_newer_version',
      ARCHIVE.manifest,
      'was written by a newer Cobble',
      { version },
    );
  requireFewEntries(json, fileCount);
  const parsed = manifestSchema.safeParse(json);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success)
    throw invalid(issue?.path.join('.') ?? '', issue?.message ?? 'is not a manifest');
  const seen = new Set<string>();
  for (const [index, { slug, json: file, html }] of parsed.data.pages.entries()) {
    const field = `pages.${String(index)}`;
    if (file !== pageJsonFile(slug)) throw invalid(`${field}.json`, 'is not the path of its page');
    if (html !== null && html !== pageFile(slug))
      throw invalid(`${field}.html`, 'is not the path of its page');
    if (seen.has(slug.toLowerCase())) throw invalid(`${field}.slug`, 'appears twice');
    seen.add(slug.toLowerCase());
  }
  return parsed.data;
}

/** Zod would collect the problems of every entry, however many there are. */
function requireFewEntries(json: unknown, fileCount: number): void {
  const { pages, fonts, posts, images } = z.looseObject({}).catch({}).parse(json) as Readonly<
    Record<string, unknown>
  >;
  if (sizeOf(pages) > fileCount)
    throw invalid('pages', 'has more pages than the archive has files');
  for (const [field, value] of Object.entries({ fonts, posts, images }))
    if (sizeOf(value) > MAX_ENTRIES) throw invalid(field, 'has too many entries');
  let postCount = 0;
  for (const list of typeof posts === 'object' ? Object.values(posts ?? {}) : [])
    postCount += sizeOf(list);
  if (postCount > MAX_ENTRIES) throw invalid('posts', 'has too many entries');
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function invalid(field: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_invalid_manifest', ARCHIVE.manifest, message, {
    field: field.slice(0, 200),
  });
}
