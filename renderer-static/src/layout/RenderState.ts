import {
  type Block,
  type BuiltinBlockType,
  type Kit,
  readKits,
  sectionHtmlIds,
} from '@cobble/engine';
import { assetAddress } from '../css/cssUrl.ts';
import { StyleSheet } from '../css/StyleSheet.ts';
import { FontUses } from '../fonts/FontUses.ts';
import type { SafePage } from '../page/readPage.ts';
import { isLarge, lcpCandidateOf } from '../images/lcpCandidate.ts';
import type { Image } from '../images/Image.ts';
import { readImage } from '../images/readImage.ts';
import type { Post, RenderOptions, RenderWarning, StaticView } from '../RenderOptions.ts';
import type { BlockRecording } from './BlockRecording.ts';

/** Views of the built-in types. */
export type StaticViews = Readonly<Record<BuiltinBlockType, StaticView>>;

/** What one rendering collects on its way through the page. */
export class RenderState {
  readonly page: SafePage;
  readonly options: RenderOptions;
  readonly sheet = new StyleSheet();
  readonly fonts = new FontUses();
  readonly assets = new Set<string>();
  readonly media = new Set<string>();
  /** Texts of scripts of ours, each once. */
  readonly scripts = new Set<string>();
  /** Sources of frames. */
  readonly frames = new Set<string>();
  readonly warnings: RenderWarning[] = [];
  /** What each section is called in links, by its uuid. */
  readonly sectionIds: ReadonlyMap<string, string>;
  /** The image that fills most of a first screen, by its uuid. */
  readonly lcpCandidate: string | null;
  /** Where on a phone that flows the page what is being written begins, about; px of the screen. */
  phoneTopPx = 0;
  /** What all blocks are drawn by, in one string: what is kept of one holds for the same alone. */
  readonly renderKey: string;
  /** How many classes elements of their own have. */
  classCount = 0;
  private notes: BlockRecording | null = null;
  private firstImage: string | null = null;
  private readonly kits: ReadonlyMap<string, Kit>;
  private readonly images = new Map<string, Image | null>();
  private readonly htmlIds = new Set<string>();
  private h1Taken = false;
  private lastLevel = 1;

  constructor(page: SafePage, options: RenderOptions) {
    this.page = page;
    this.options = options;
    // Of two kits of one type the first counts, as where pages are parsed.
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

  /** Writes down what is drawn meanwhile; nothing in it does so too. */
  noting<Result>(notes: BlockRecording, draw: () => Result): Result {
    this.notes = this.sheet.notes = notes;
    this.fonts.onNeed = notes.onNeed;
    try {
      return draw();
    } finally {
      this.notes = this.sheet.notes = this.fonts.onNeed = null;
    }
  }

  /** A class that no other element has. */
  newClass(prefix: string): string {
    return `${prefix}-${(this.classCount++).toString(36)}`;
  }

  asset(url: unknown): string | null {
    const address = this.addressOf(url);
    if (address === null) return null;
    this.assets.add(address);
    this.notes?.assets.add(address);
    return address;
  }

  /** The address that an asset has on the page, whether or not the page loads it. */
  addressOf(url: unknown): string | null {
    return assetAddress(url, this.options.assetBaseUrl ?? '');
  }

  /** The address to write for a link that has been checked. */
  linkTo(href: string): string {
    const address = this.options.linkTo?.(href) ?? href;
    this.notes?.answers.push({ kind: 'link', href, address });
    return address;
  }

  /** Where the author's own code is served. */
  codeUrl(uuid: string, code: string): string | null {
    const address = this.options.codeEmbedUrl?.(uuid, code) ?? null;
    this.notes?.answers.push({ kind: 'code', code, address });
    return address;
  }

  /** An account's posts. */
  posts(accountId: number): readonly Post[] {
    const posts = this.options.posts?.(accountId) ?? [];
    this.notes?.answers.push({ kind: 'posts', accountId, posts: copyOf(posts) });
    return posts;
  }

  /** A script of ours that the page needs, once. */
  addScript(text: string): void {
    this.scripts.add(text);
    this.notes?.scripts.add(text);
  }

  /** A source that frames of the page may be loaded from. */
  addFrames(source: string): void {
    this.frames.add(source);
    this.notes?.frames.add(source);
  }

  warn(warning: RenderWarning): void {
    this.warnings.push(warning);
    this.notes?.warnings.push(warning);
  }

  /**
   * Whether an image that is near the top is what a first screen is waited for: the largest there,
   * or on phones that flow the page the first.
   */
  isLcpCandidate(block: Block): boolean {
    if (block.type !== 'image') return false;
    const isLcpCandidate = this.awaits(block);
    this.notes?.answers.push({ kind: 'awaited', isLcpCandidate });
    return isLcpCandidate;
  }

  private awaits(block: Block): boolean {
    if (this.page.phoneLayout === 'automatic' && isLarge(block, this.page.referenceWidthPx))
      this.firstImage ??= block.uuid;
    return block.uuid === this.lcpCandidate || block.uuid === this.firstImage;
  }

  /** What is known of the image at an address. */
  image(url: unknown): Image | null {
    if (typeof url !== 'string') return null;
    const image = this.knownImage(url);
    this.notes?.answers.push({ kind: 'image', url, image });
    return image;
  }

  private knownImage(url: string): Image | null {
    if (this.options.images === undefined) return null;
    const known = this.images.get(url);
    if (known !== undefined) return known;
    const fresh = readImage(this.options.images(url));
    this.images.set(url, fresh);
    return fresh;
  }

  mediaAddress(url: unknown): string | null {
    const address = this.addressOf(url);
    if (address === null) return null;
    this.media.add(address);
    this.notes?.media.add(address);
    return address;
  }

  /** The kit whose blocks are of a type. */
  kitOf(type: string): Kit | null {
    return this.kits.get(type) ?? null;
  }

  /** The level at which a heading stands: there is one h1, and no level is left out on the way down. */
  headingTag(level: 1 | 2 | 3 | 4): 'h1' | 'h2' | 'h3' | 'h4' {
    const before = this.headings;
    const isFirst = level === 1 && !this.h1Taken;
    this.lastLevel = isFirst ? 1 : Math.max(2, Math.min(level, this.lastLevel + 1));
    this.h1Taken ||= isFirst;
    this.notes?.answers.push({ kind: 'headings', before, after: this.headings });
    return `h${this.lastLevel as 1 | 2 | 3 | 4}`;
  }

  /** All that the next heading's tag depends on, as a number. */
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

  /** Whether no element has an id yet. */
  isFreeHtmlId(id: string): boolean {
    return !this.htmlIds.has(id);
  }

  /** The id to write, or null when the page has it already. */
  claimHtmlId(id: string, uuid: string): string | null {
    const isFree = this.isFreeHtmlId(id);
    this.notes?.answers.push({ kind: 'id', id, isFree });
    if (isFree) this.htmlIds.add(id);
    else this.warn({ code: 'duplicate_html_id', uuid });
    return isFree ? id : null;
  }
}

/** The list is the host's, who may go on with it. */
export function copyOf(posts: readonly Post[]): readonly Post[] {
  return Array.from(posts, ({ id, caption, createdAt }) => ({ id, caption, createdAt }));
}

function renderKeyOf(page: SafePage, { safeMode, assetBaseUrl = '' }: RenderOptions): string {
  const { referenceWidthPx, lang, phoneLayout, hasPins, hideOverflow } = page;
  const facts = [referenceWidthPx, lang, phoneLayout, hasPins, hideOverflow, safeMode === true];
  return `${facts.join(' ')} ${assetBaseUrl}`;
}
