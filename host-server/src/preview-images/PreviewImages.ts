import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { FontLibrary } from '../fonts/FontLibrary.ts';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { EDITOR_VERSION, type Page } from '@cobble/engine';
import type { Post } from '../contract/index.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { postsByAccount } from '../posts/repositories/posts.ts';
import { effectiveSite } from '../sites/SiteContext.ts';
import { after, type Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { isPainterInstalled } from '../shared/isPainterInstalled.ts';
import type { PaintJob } from './painter/messages.ts';
import { PaintProcess } from './PaintProcess.ts';
import { readImageFiles } from './readImageFiles.ts';
import {
  hashOfPreviewFile,
  PREVIEW_KINDS,
  PREVIEW_RECIPE,
  PREVIEW_SIZES,
  previewFileName,
  type PreviewKind,
} from './previewSizes.ts';
import {
  findDocumentText,
  findPreview,
  findPreviewSubject,
  findUsedHashes,
  listEmbedImagesOfPage,
  type PreviewRow,
  type PreviewSubject,
  storePreview,
} from './repositories/previewImages.ts';

/** The longest queue. Further pages are painted when their image is requested again. */
const MAX_WAITING = 500;
/** How long a request waits for the painter, ms. */
const PATIENCE_MS = 8000;
/** When to retry a page that could not be painted, ms. */
const REPAINT_AFTER_MS = 3_600_000;
/** How long painting is suspended when the painter does not start, ms. */
const UNAVAILABLE_MS = 600_000;
/** Files are stored shortly before rows reference them. */
const SWEEP_GRACE_MS = 600_000;

/** Dependencies of {@link PreviewImages}. */
export interface PreviewServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly fonts: FontLibrary;
}

/** A preview image, or why there is none. */
export type FoundPreview =
  | { readonly kind: 'found'; readonly name: string; readonly content: Buffer }
  /**
   * `none`: there cannot be one; `busy`: not yet; `changed`: the requested publication has been
   * replaced.
   */
  | { readonly kind: 'none' | 'busy' | 'changed' };

/**
 * Cache of preview images (docs/decisions/0114). A page's row names its last images and what they
 * were painted from; a mismatch invalidates them. Files are named by a hash of everything that was
 * painted, so identical pages are painted once. Pages are painted one after the other: those
 * published just now, and those whose image is requested; only the newest request of a page counts.
 */
export class PreviewImages {
  private readonly services: PreviewServices;
  private readonly store: MediaStore;
  private readonly painter: PaintProcess;
  private readonly patienceMs: number;
  private readonly waiting = new Map<number, { promise: Promise<void>; resolve: () => void }>();
  private working: Promise<void> | null = null;
  private unavailableUntilMs = -Infinity;
  private hasWarned = false;
  private isClosed = false;
  private families = { known: '', untilMs: -Infinity };

  /** @param options for tests: another painter, a shorter wait. */
  constructor(
    services: PreviewServices,
    store: MediaStore,
    options: { readonly painter?: PaintProcess; readonly patienceMs?: number } = {},
  ) {
    this.services = services;
    this.store = store;
    this.painter = options.painter ?? new PaintProcess();
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    if (!isPainterInstalled())
      this.warnOnce('@napi-rs/canvas has no binary for this platform; pages have no images');
  }

  /**
   * Finds an image of a page as published now, or of its draft if it was never published. Paints it
   * first if necessary. The caller has checked access.
   *
   * @param etag of the publication that it must show; null for any.
   */
  async find(pageId: number, kind: PreviewKind, etag: string | null): Promise<FoundPreview> {
    const first = await this.findNow(pageId, kind, etag);
    if (first.kind !== 'busy' || !isPainterInstalled()) return first;
    const painting = this.enqueue(pageId);
    if (painting === null) return first;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.patienceMs);
    });
    await Promise.race([painting, patience]);
    clearTimeout(timer);
    return this.findNow(pageId, kind, etag);
  }

  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    while (this.working !== null) await this.working;
  }

  /** Removes files that no page's row references. */
  async sweep(): Promise<void> {
    const { knex, clock } = this.services;
    const names = await this.store.list();
    const used = await findUsedHashes(knex, [...new Set(names.map(hashOfPreviewFile))]);
    const since = after(clock(), -SWEEP_GRACE_MS);
    for (const name of names)
      if (!used.has(hashOfPreviewFile(name))) await this.store.removeUnlessStoredSince(name, since);
  }

  /** Stops at once; an interrupted page is painted when its image is requested. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.painter.close();
    for (const { resolve } of this.waiting.values()) resolve();
    this.waiting.clear();
    await this.settled();
  }

  private async findNow(
    pageId: number,
    kind: PreviewKind,
    etag: string | null,
  ): Promise<FoundPreview> {
    const { knex, clock } = this.services;
    const subject = await findPreviewSubject(knex, pageId);
    if (subject === null) return { kind: 'none' };
    if (etag !== null && subject.etag !== etag) return { kind: 'changed' };
    const row = await findPreview(knex, pageId);
    if (row?.source !== this.sourceOf(subject)) return this.isUnavailable() ? NONE : BUSY;
    if (row.hash === null) return after(row.paintedAt, REPAINT_AFTER_MS) < clock() ? BUSY : NONE;
    const name = previewFileName(row.hash, kind);
    const stored = await this.store.find(name);
    if (stored === null) return BUSY;
    return { kind: 'found', name, content: await buffer(stored.stream()) };
  }

  private isUnavailable(): boolean {
    return !isPainterInstalled() || performance.now() < this.unavailableUntilMs;
  }

  /**
   * Queues a page, which is painted if it has changed. Returns a promise of the result, or null when
   * the page will not be painted.
   */
  enqueue(pageId: number): Promise<void> | null {
    const known = this.waiting.get(pageId);
    if (known !== undefined) return known.promise;
    if (this.isClosed || this.isUnavailable() || this.waiting.size >= MAX_WAITING) return null;
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.waiting.set(pageId, { promise, resolve });
    this.start();
    return promise;
  }

  private start(): void {
    this.working ??= this.work().finally(() => {
      this.working = null;
      // A page may have been queued since the last one finished.
      if (this.waiting.size > 0) this.start();
    });
  }

  private async work(): Promise<void> {
    // Lets the caller queue several pages first.
    await Promise.resolve();
    for (const [pageId, { resolve }] of this.waiting) {
      this.waiting.delete(pageId);
      await this.paint(pageId).catch((error: unknown) => {
        if (!this.isClosed)
          this.services.log.warn({ error: loggable(error), pageId }, 'A page was not painted');
      });
      resolve();
    }
  }

  private async paint(pageId: number): Promise<void> {
    const { knex, clock, log } = this.services;
    const subject = await findPreviewSubject(knex, pageId);
    if (subject === null) return;
    const source = this.sourceOf(subject);
    const row = await findPreview(knex, pageId);
    if (row !== null && row.source === source && (await this.isWhole(row))) return;
    const document = await findDocumentText(knex, pageId, subject.revision);
    if (document === null) return;
    const job = this.jobOf(subject, document, await findPosts(knex, document));
    const copies = await listEmbedImagesOfPage(knex, pageId);
    const hash = hashOf(job, [this.familiesNow(), ...copies]);
    const painted = { source, hash, paintedAt: clock() };
    if (await this.isWhole(painted)) {
      await storePreview(knex, pageId, painted);
      return;
    }
    const outcome = await this.painter.paint(job, (wanted) =>
      readImageFiles(this.services, wanted),
    );
    if (this.isClosed) return;
    if (outcome.kind === 'unavailable') {
      this.unavailableUntilMs = performance.now() + UNAVAILABLE_MS;
      this.warnOnce(`Pages have no images: the painter does not start (${outcome.reason})`);
    } else if (outcome.kind === 'failed') {
      log.warn({ pageId, reason: outcome.reason }, 'A page could not be painted');
      await storePreview(knex, pageId, { ...painted, hash: null });
    } else {
      for (const [kind, content] of outcome.byKind)
        await this.store.put(previewFileName(hash, kind), Buffer.from(content));
      await storePreview(knex, pageId, painted);
    }
  }

  private jobOf(
    { site }: PreviewSubject,
    document: string,
    posts: ReadonlyMap<number, readonly Post[]>,
  ): PaintJob {
    const { hasPremiumFonts, runsCode } = effectiveSite(site);
    const { folder } = this.services.fonts;
    return {
      document,
      hasPremiumFonts,
      isSafeMode: !runsCode,
      posts,
      fontFolder: folder,
      sizes: PREVIEW_SIZES,
    };
  }

  /** Whether a row's files all exist, or painting failed too recently to retry. */
  private async isWhole({ hash, paintedAt }: Omit<PreviewRow, 'source'>): Promise<boolean> {
    if (hash === null) return after(paintedAt, REPAINT_AFTER_MS) >= this.services.clock();
    for (const kind of PREVIEW_KINDS)
      if ((await this.store.find(previewFileName(hash, kind))) === null) return false;
    return true;
  }

  /** Identifies what a subject's images are painted from. */
  private sourceOf({ etag, revision }: PreviewSubject): string {
    const what = etag === null ? `draft ${String(revision)}` : `published ${etag}`;
    return `${String(PREVIEW_RECIPE)} ${this.familiesNow()} ${what}`;
  }

  /**
   * Identifies the installed fonts, which arrive in the first minutes of a server. Cached for five
   * seconds.
   */
  private familiesNow(): string {
    const now = performance.now();
    if (now >= this.families.untilMs) {
      const known = String(this.services.fonts.families().length);
      this.families = { known, untilMs: now + 5000 };
    }
    return this.families.known;
  }

  private warnOnce(words: string): void {
    if (!this.hasWarned) this.services.log.warn(words);
    this.hasWarned = true;
  }
}

const NONE = { kind: 'none' } as const;
const BUSY = { kind: 'busy' } as const;

/**
 * The posts that a document's channel blocks show; only documents of the current version have any.
 */
async function findPosts(
  knex: Knex,
  document: string,
): Promise<ReadonlyMap<number, readonly Post[]>> {
  // Few pages have a channel block, and parsing a large page is slow.
  if (!document.includes('"channel"')) return new Map();
  const page = JSON.parse(document) as Pick<Page, 'settings' | 'things'>;
  return page.settings.editorVersion === EDITOR_VERSION
    ? postsByAccount(knex, page)
    : new Map<number, readonly Post[]>();
}

/**
 * A hash of everything that decides what the images of a page look like, as the name of their
 * files.
 */
function hashOf(job: PaintJob, environment: readonly string[]): string {
  const { document, hasPremiumFonts, isSafeMode, posts, sizes } = job;
  const rest = [PREVIEW_RECIPE, sizes, hasPremiumFonts, isSafeMode, [...posts], environment];
  return createHash('sha256')
    .update(JSON.stringify(rest))
    .update('\0')
    .update(document)
    .digest('hex')
    .slice(0, 32);
}
