import {
  type Block,
  type BuiltinBlockType,
  CobbleError,
  type Kit,
  readKits,
  sectionHtmlIds,
} from '@cobble/engine';
import { checkLookup } from '../checkLookup.ts';
import { assetAddress } from '../css/cssUrl.ts';
import { StyleSheet } from '../css/StyleSheet.ts';
import { FontUses } from '../fonts/FontUses.ts';
import type { SafePage } from '../page/readPage.ts';
import { isLarge, lcpCandidateOf } from '../images/lcpCandidate.ts';
import type { Image } from '../images/Image.ts';
import { readImage } from '../images/readImage.ts';
import type { Post, RenderOptions, RenderWarning, StaticView } from '../RenderOptions.ts';
import { createTranslate, type Translate } from '../messages/createTranslate.ts';
import type { BlockRecording } from './BlockRecording.ts';

/** Views of the built-in types. */
export type StaticViews = Readonly<Record<BuiltinBlockType, StaticView>>;

/** The state of one rendering: the page, and everything collected for the document. */
export class RenderState {
  readonly page: SafePage;
  readonly options: RenderOptions;
  /** Looks up the page's messages. */
  readonly t: Translate;
  readonly sheet = new StyleSheet();
  readonly fonts = new FontUses();
  readonly assets = new Set<string>();
  readonly media = new Set<string>();
  /** Texts of trusted scripts, without duplicates. */
  readonly scripts = new Set<string>();
  /** Sources of frames. */
  readonly frames = new Set<string>();
  readonly warnings: RenderWarning[] = [];
  /** HTML ids of sections by uuid. */
  readonly sectionIds: ReadonlyMap<string, string>;
  /** uuid of the image that is probably the largest contentful paint. */
  readonly lcpCandidate: string | null;
  /** Estimated top of the block being rendered on phones with automatic layout, screen px. */
  phoneTopPx = 0;
  /**
   * Everything that the rendering of all blocks depends on, as one string. Cached HTML is valid for
   * the same key only.
   */
  readonly renderKey: string;
  /** Number of classes created by {@link newClass}. */
  classCount = 0;
  private recording: BlockRecording | null = null;
  private firstImage: string | null = null;
  private readonly kits: ReadonlyMap<string, Kit>;
  /** Cache: the host's images by URL, for this rendering; never invalidated. */
  private readonly images = new Map<string, Image | null>();
  private readonly htmlIds = new Set<string>();
  private h1Taken = false;
  private lastLevel = 1;
  /** Length of the blocks rendered so far, in characters: a lower bound on their size in bytes. */
  private blocksLength = 0;

  constructor(page: SafePage, options: RenderOptions) {
    this.page = page;
    this.options = options;
    this.t = createTranslate(options.messages);
    // The first kit of a type wins, as in the parser.
    this.kits = new Map(
      readKits(options.kits)
        .toReversed()
        .map((kit) => [kit.block.type, kit]),
    );
    const { sections, childrenOf } = page;
    this.lcpCandidate = lcpCandidateOf(page);
    this.sectionIds = sectionHtmlIds(sections, [...sections, ...[...childrenOf.values()].flat()]);
    this.renderKey = renderKeyOf(page, options);
    for (const uuid of page.unreachable) this.warnings.push({ code: 'unreachable', uuid });
  }

  /** Records the effects of a render function. Recordings do not nest. */
  recordEffects<Result>(recording: BlockRecording, render: () => Result): Result {
    this.recording = this.sheet.recording = recording;
    this.fonts.onFace = recording.onFace;
    try {
      return render();
    } finally {
      this.recording = this.sheet.recording = this.fonts.onFace = null;
    }
  }

  /**
   * Counts the HTML of a block that contains no other blocks.
   *
   * @throws CobbleError `page_too_large`, see {@link requireSize}.
   */
  countBlock(html: string): void {
    this.blocksLength += html.length;
    this.requireSize(this.blocksLength);
  }

  /** @throws CobbleError `page_too_large` (details: `limit`) above `options.maxBytes`. */
  requireSize(bytes: number): void {
    const { maxBytes: limit = Infinity } = this.options;
    if (bytes <= limit) return;
    throw new CobbleError('page_too_large', 'The rendered page is too large', {
      details: { limit },
    });
  }

  /** Returns a class that no other element has. */
  newClass(prefix: string): string {
    return `${prefix}-${(this.classCount++).toString(36)}`;
  }

  asset(url: unknown): string | null {
    const address = this.addressOf(url);
    if (address === null) return null;
    this.assets.add(address);
    this.recording?.assets.add(address);
    return address;
  }

  /** Returns an asset's URL without adding it to the page's assets. */
  addressOf(url: unknown): string | null {
    return assetAddress(url, this.options.assetBaseUrl ?? '');
  }

  /** Returns the URL to write for a link that has been checked. */
  linkTo(href: string): string {
    const address = checkLookup('linkTo', this.options.linkTo?.(href)) ?? href;
    this.recording?.lookups.push({ kind: 'link', href, address });
    return address;
  }

  /** Returns the URL that serves a code embed. */
  codeUrl(uuid: string, code: string): string | null {
    const address = checkLookup('codeEmbedUrl', this.options.codeEmbedUrl?.(uuid, code)) ?? null;
    this.recording?.lookups.push({ kind: 'code', code, address });
    return address;
  }

  /** Returns an account's posts. */
  posts(accountId: number): readonly Post[] {
    const posts = checkLookup('posts', this.options.posts?.(accountId)) ?? [];
    this.recording?.lookups.push({ kind: 'posts', accountId, posts: copyPosts(posts) });
    return posts;
  }

  /** Adds a trusted script. */
  addScript(text: string): void {
    this.scripts.add(text);
    this.recording?.scripts.add(text);
  }

  /** Allows frames from a source. */
  addFrames(source: string): void {
    this.frames.add(source);
    this.recording?.frames.add(source);
  }

  warn(warning: RenderWarning): void {
    this.warnings.push(warning);
    this.recording?.warnings.push(warning);
  }

  /**
   * Whether an image above the fold is probably the largest contentful paint: the largest one, or
   * the first large one on phones with automatic layout.
   */
  isLcpCandidate(block: Block): boolean {
    if (block.type !== 'image') return false;
    const isLcpCandidate = this.isProbablyLargest(block);
    this.recording?.lookups.push({ kind: 'lcp', isLcpCandidate });
    return isLcpCandidate;
  }

  private isProbablyLargest(block: Block): boolean {
    if (this.page.phoneLayout === 'automatic' && isLarge(block, this.page.referenceWidthPx))
      this.firstImage ??= block.uuid;
    return block.uuid === this.lcpCandidate || block.uuid === this.firstImage;
  }

  /** Returns what the host knows about an image. */
  image(url: unknown): Image | null {
    if (typeof url !== 'string') return null;
    const image = this.cachedImage(url);
    this.recording?.lookups.push({ kind: 'image', url, image });
    return image;
  }

  private cachedImage(url: string): Image | null {
    if (this.options.images === undefined) return null;
    const cached = this.images.get(url);
    if (cached !== undefined) return cached;
    const fresh = readImage(checkLookup('images', this.options.images(url)));
    this.images.set(url, fresh);
    return fresh;
  }

  mediaAddress(url: unknown): string | null {
    const address = this.addressOf(url);
    if (address === null) return null;
    this.media.add(address);
    this.recording?.media.add(address);
    return address;
  }

  /** Returns the kit of a block type. */
  kitOf(type: string): Kit | null {
    return this.kits.get(type) ?? null;
  }

  /** Returns the tag of a heading: one h1 per page, and no level is skipped on the way down. */
  headingTag(level: 1 | 2 | 3 | 4): 'h1' | 'h2' | 'h3' | 'h4' {
    const before = this.headings;
    const isFirst = level === 1 && !this.h1Taken;
    this.lastLevel = isFirst ? 1 : Math.max(2, Math.min(level, this.lastLevel + 1));
    this.h1Taken ||= isFirst;
    this.recording?.lookups.push({ kind: 'headings', before, after: this.headings });
    return `h${this.lastLevel as 1 | 2 | 3 | 4}`;
  }

  /** The state that the next heading's tag depends on, as a number. */
  get headings(): number {
    return (this.h1Taken ? 10 : 0) + this.lastLevel;
  }

  set headings(value: number) {
    this.h1Taken = value >= 10;
    this.lastLevel = value % 10;
  }

  get hasH1(): boolean {
    return this.h1Taken;
  }

  /** Whether no element has this id yet. */
  isFreeHtmlId(id: string): boolean {
    return !this.htmlIds.has(id);
  }

  /** Reserves an id for an element; returns null if it is taken. */
  claimHtmlId(id: string, uuid: string): string | null {
    const isFree = this.isFreeHtmlId(id);
    this.recording?.lookups.push({ kind: 'id', id, isFree });
    if (isFree) this.htmlIds.add(id);
    else this.warn({ code: 'duplicate_html_id', uuid });
    return isFree ? id : null;
  }
}

/** Copies posts, since the host may change its list later. */
export function copyPosts(posts: readonly Post[]): readonly Post[] {
  return Array.from(posts, ({ id, caption, createdAt }) => ({ id, caption, createdAt }));
}

function renderKeyOf(
  page: SafePage,
  { safeMode, assetBaseUrl = '', messages = {} }: RenderOptions,
): string {
  const { referenceWidthPx, lang, phoneLayout, hasPins, hideOverflow } = page;
  const facts = [referenceWidthPx, lang, phoneLayout, hasPins, hideOverflow, safeMode === true];
  return `${facts.join(' ')} ${assetBaseUrl} ${JSON.stringify(messages)}`;
}
