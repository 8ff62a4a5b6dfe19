import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { FontLibrary } from '../fonts/FontLibrary.ts';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { waitLong } from '../http/longWait.ts';
import type { PageWorkers } from '../page-workers/PageWorkers.ts';
import { findRevisionText } from '../pages/repositories/pageRevisions.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { ApiError } from '../shared/ApiError.ts';
import { after, type Clock } from '../shared/clock.ts';
import type { LookupTurns } from '../shared/LookupTurns.ts';
import { LruCache } from '../shared/LruCache.ts';
import { SharedWork } from '../shared/SharedWork.ts';
import { isPainterInstalled } from '../shared/isPainterInstalled.ts';
import { ImageFiles } from './ImageFiles.ts';
import { createPaintJob, hashOfJob } from './paintJobs.ts';
import type { PaintJob } from './painter/paintJob.ts';
import { PaintProcess, type Painted } from './PaintProcess.ts';
import { PaintQueue } from './PaintQueue.ts';
import { PreviewLookups } from './PreviewLookups.ts';
import {
  hashOfPreviewFile,
  PREVIEW_KINDS,
  PREVIEW_RECIPE,
  previewFileName,
  type PreviewKind,
} from './previewSizes.ts';
import {
  findPreview,
  findPreviewState,
  findPreviewSubject,
  findUsedHashes,
  listEmbedThumbnailsOfPage,
  type PreviewRow,
  type PreviewState,
  storePreview,
} from './repositories/previewImages.ts';

/** How long a request waits for the painter, ms. */
const MAX_WAIT_MS = 8000;
/** For how long after a failure requests for the image do not retry painting, ms. */
const REPAINT_AFTER_MS = 3_600_000;
/** How long painting is suspended when the painter does not start, ms. */
const UNAVAILABLE_MS = 600_000;
/** Files are stored shortly before rows reference them. */
const SWEEP_GRACE_MS = 600_000;
/** Maximum size of the images in memory, bytes. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** Dependencies of {@link PreviewImages}. */
export interface PreviewServices {
  readonly knex: Knex;
  /** For visitors' requests. */
  readonly visitorKnex: Knex;
  readonly lookups: LookupTurns;
  readonly log: Logger;
  readonly clock: Clock;
  readonly media: MediaStore;
  /** For copies of images while a page is painted, see {@link ImageFiles}. */
  readonly temporaryFolder: string;
  readonly fonts: FontLibrary;
  readonly pageWorkers: Pick<PageWorkers, 'read'>;
}

/** A preview image, or why there is none. */
export type FoundPreview =
  | { readonly kind: 'found'; readonly name: string; readonly content: Buffer }
  /**
   * `none`: there is none, and it will not be painted soon, or the client has left; `busy`: it is not
   * painted yet; `changed`: the page has been published again since the requested publication.
   */
  | { readonly kind: 'none' | 'changed' }
  /** Painting takes the turn of the page's account. */
  | { readonly kind: 'busy'; readonly accountId: number };

/** The publication that an image must show, and the network address of the visitor who wants it. */
export interface PublishedPreview {
  readonly etag: string;
  readonly requester: string;
}

/**
 * Cache of preview images (docs/decisions/0114). A page's row names its last images and what they
 * were painted from; a mismatch invalidates them. Files are named by a hash of everything they
 * depend on, so identical pages are painted once. A page is queued when it is published and when
 * its image is requested but missing or outdated.
 */
export class PreviewImages {
  private readonly services: PreviewServices;
  private readonly store: MediaStore;
  private readonly painter: PaintProcess;
  private readonly maxWaitMs: number;
  private readonly queue: PaintQueue;
  private readonly published: PreviewLookups;
  /** Files by name: what a file contains never changes. */
  private readonly contents = new LruCache<Buffer>(MAX_CACHED_BYTES, ({ length }) => length);
  private readonly reads = new SharedWork<Buffer | null>();
  private unavailableUntilMs = -Infinity;
  private hasWarned = false;
  private fonts = { key: '', untilMs: -Infinity };

  /** @param options for tests: another painter, a shorter wait. */
  constructor(
    services: PreviewServices,
    store: MediaStore,
    options: { readonly painter?: PaintProcess; readonly maxWaitMs?: number } = {},
  ) {
    this.services = services;
    this.store = store;
    this.painter = options.painter ?? new PaintProcess();
    this.published = new PreviewLookups(services.visitorKnex, services.lookups);
    this.queue = new PaintQueue(
      (pageId) =>
        this.paint(pageId).finally(() => {
          this.published.invalidate(pageId);
        }),
      services.log,
    );
    this.maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
    if (!isPainterInstalled())
      this.warnOnce('@napi-rs/canvas has no binary for this platform; pages have no images');
  }

  /**
   * Finds an image of a page as published now, or of its draft if it was never published. Paints it
   * first if necessary. The caller has checked access.
   *
   * @param published what a visitor's image must show; null for the owner's, which shows the page as
   *   it is now.
   * @param response of the request: while it waits for the painter, others of its address may begin,
   *   and it continues in its turn, see {@link waitLong}. `none` when its client leaves.
   */
  async find(
    pageId: number,
    kind: PreviewKind,
    published: PublishedPreview | null,
    response: ServerResponse,
  ): Promise<FoundPreview> {
    const first = await this.findNow(pageId, kind, published);
    if (first.kind !== 'busy' || !isPainterInstalled()) return first;
    const painting = this.enqueue(pageId, first.accountId);
    if (painting === null) return first;
    const isHere = await waitLong(response, painting, this.maxWaitMs);
    return isHere ? this.findNow(pageId, kind, published) : NONE;
  }

  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    await this.queue.settled();
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

  /** Stops at once. An interrupted page is painted when its image is requested. */
  async close(): Promise<void> {
    this.queue.close();
    this.painter.close();
    await this.queue.settled();
  }

  private async findNow(
    pageId: number,
    kind: PreviewKind,
    published: PublishedPreview | null,
  ): Promise<FoundPreview> {
    const { knex, clock } = this.services;
    const state = await (published === null
      ? findPreviewState(knex, pageId)
      : this.published.find(pageId, published));
    if (state === null) return NONE;
    if (published !== null && state.etag !== published.etag) return { kind: 'changed' };
    const { painted, accountId } = state;
    const busy = { kind: 'busy', accountId } as const;
    if (painted?.source !== this.sourceOf(state)) return this.isUnavailable() ? NONE : busy;
    if (painted.hash === null)
      return after(painted.paintedAt, REPAINT_AFTER_MS) < clock() ? busy : NONE;
    const name = previewFileName(painted.hash, kind);
    const content = await this.reads.run(name, () => this.read(name));
    return content === null ? busy : { kind: 'found', name, content };
  }

  /** Reads an image; null if there is no such file. */
  private async read(name: string): Promise<Buffer | null> {
    const stored = await this.store.find(name);
    // It is painted again.
    if (stored === null) return null;
    const cached = this.contents.get(name);
    if (cached !== undefined) return cached;
    const content = await buffer(stored.stream());
    this.contents.set(name, content);
    return content;
  }

  private isUnavailable(): boolean {
    return !isPainterInstalled() || performance.now() < this.unavailableUntilMs;
  }

  /**
   * Queues a page of an account; it is painted unless its images are up to date. Returns a promise
   * that resolves afterwards, or null if the page will not be painted.
   */
  enqueue(pageId: number, accountId: number): Promise<void> | null {
    return this.isUnavailable() ? this.queue.find(pageId) : this.queue.add(pageId, accountId);
  }

  private async paint(pageId: number): Promise<void> {
    const { knex, clock, log } = this.services;
    const subject = await findPreviewSubject(knex, pageId);
    if (subject === null) return;
    const source = this.sourceOf(subject);
    const row = await findPreview(knex, pageId);
    if (row !== null && row.source === source && (await this.isUpToDate(row))) return;
    const document = await findRevisionText(knex, pageId, subject.revision);
    if (document === null) return;
    const { pageWorkers, fonts } = this.services;
    const job = await createPaintJob(
      knex,
      pageWorkers,
      { ...subject, pageId },
      document,
      fonts.folder,
    ).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'err_payload_too_large') return null;
      throw error;
    });
    if (job === null) {
      log.warn({ pageId }, 'A page is too complex to be painted');
      await storePreview(knex, pageId, { source, hash: null, paintedAt: clock() });
      return;
    }
    const thumbnails = await listEmbedThumbnailsOfPage(knex, pageId);
    const hash = hashOfJob(job, [this.fontsKey(), ...thumbnails]);
    const painted = { source, hash, paintedAt: clock() };
    if (await this.isUpToDate(painted)) {
      await storePreview(knex, pageId, painted);
      return;
    }
    const outcome = await this.runPainter(job);
    if (this.queue.isClosed) return;
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

  private async runPainter(job: PaintJob): Promise<Painted> {
    const files = new ImageFiles(this.services, this.services.temporaryFolder);
    try {
      return await this.painter.paint(job, (requested) => files.find(requested));
    } finally {
      await files.remove();
    }
  }

  /** Whether a row's files all exist, or painting failed too recently to retry. */
  private async isUpToDate({ hash, paintedAt }: Omit<PreviewRow, 'source'>): Promise<boolean> {
    if (hash === null) return after(paintedAt, REPAINT_AFTER_MS) >= this.services.clock();
    for (const kind of PREVIEW_KINDS)
      if ((await this.store.find(previewFileName(hash, kind))) === null) return false;
    return true;
  }

  /** Identifies what a subject's images are painted from. */
  private sourceOf({ etag, revision }: Pick<PreviewState, 'etag' | 'revision'>): string {
    const version = etag === null ? `draft ${String(revision)}` : `published ${etag}`;
    return `${String(PREVIEW_RECIPE)} ${this.fontsKey()} ${version}`;
  }

  /**
   * Identifies the available fonts; more of them arrive in the first minutes after the server
   * starts. Cached for five seconds.
   */
  private fontsKey(): string {
    const now = performance.now();
    if (now >= this.fonts.untilMs) {
      const key = String(this.services.fonts.families().length);
      this.fonts = { key, untilMs: now + 5000 };
    }
    return this.fonts.key;
  }

  private warnOnce(message: string): void {
    if (!this.hasWarned) this.services.log.warn(message);
    this.hasWarned = true;
  }
}

const NONE = { kind: 'none' } as const;
