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
 * `cobble/site.json`: what the pages were rendered with, as far as it was asked for, so that the
 * same files come out again. No password, no key, no name of a machine is in it.
 */
const manifestSchema = z.strictObject({
  format: z.literal('cobble-site'),
  version: z.literal(VERSION),
  url: text.nullable(),
  /** Pages that visitors may not see are in it too, as JSON. */
  includesHidden: z.boolean(),
  origins: z.array(text).max(100),
  attributionUrl: text.nullable(),
  safeMode: z.boolean(),
  site: siteSchema,
  /** Whether `feed.xml` is the site's own. */
  hasFeed: z.boolean(),
  /** In their order. `html`: its file, or null where visitors may not see it. */
  pages: z.array(
    z.strictObject({
      slug: text,
      json: text,
      html: text.nullable(),
      isPublished: z.boolean(),
    }),
  ),
  /** Families whose files there were. */
  fonts: z.array(text),
  /** Posts by the account that they are of. */
  posts: z.record(z.string().regex(/^\d{1,15}$/), z.array(postSchema)),
  /** What is known of images by their addresses; checked again wherever it is read. */
  images: z.record(text, z.unknown()),
});

/** What {@link readManifest} gives. */
export type SiteManifest = z.infer<typeof manifestSchema>;

/** A manifest of today's version. */
export function makeManifest(fields: Omit<SiteManifest, 'format' | 'version'>): SiteManifest {
  return { format: 'cobble-site', version: VERSION, ...fields };
}

/**
 * Checks a manifest from outside.
 *
 * @throws ArchiveProblem `archive_newer_version`, `archive_invalid_manifest` (details: `field`)
 */
export function readManifest(json: unknown): SiteManifest {
  const head = z.looseObject({ format: z.literal('cobble-site'), version: z.number() });
  const version = head.safeParse(json).data?.version ?? 0;
  if (version > VERSION)
    throw new ArchiveProblem(
      'archive_newer_version',
      ARCHIVE.manifest,
      'was written by a newer Cobble',
      { version },
    );
  const parsed = manifestSchema.safeParse(json);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success) throw invalid(issue?.path.join('.') ?? '', issue?.message ?? 'is none');
  const seen = new Set<string>();
  for (const [index, { slug, json: file, html }] of parsed.data.pages.entries()) {
    const field = `pages.${String(index)}`;
    if (file !== pageJsonFile(slug)) throw invalid(`${field}.json`, 'is not where its page lies');
    if (html !== null && html !== pageFile(slug))
      throw invalid(`${field}.html`, 'is not where its page lies');
    if (seen.has(slug.toLowerCase())) throw invalid(`${field}.slug`, 'is there twice');
    seen.add(slug.toLowerCase());
  }
  return parsed.data;
}

function invalid(field: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_invalid_manifest', ARCHIVE.manifest, message, {
    field: field.slice(0, 200),
  });
}
