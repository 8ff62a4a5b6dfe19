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
import { isLarge, likelyLargestOf } from '../pictures/likelyLargestOf.ts';
import type { Picture } from '../pictures/Picture.ts';
import { readPicture } from '../pictures/readPicture.ts';
import type { RenderOptions, RenderWarning, StaticView } from '../RenderOptions.ts';

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
  /** The picture that fills most of a first screen, by its uuid. */
  readonly likelyLargest: string | null;
  /** Where on a phone that flows the page what is being written begins, about; px of the screen. */
  phoneTopPx = 0;
  private firstPicture: string | null = null;
  private readonly kits: ReadonlyMap<string, Kit>;
  private readonly pictures = new Map<string, Picture | null>();
  private readonly htmlIds = new Set<string>();
  private count = 0;
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
    this.likelyLargest = likelyLargestOf(page);
    this.sectionIds = sectionHtmlIds(sections, [...sections, ...[...childrenOf.values()].flat()]);
    for (const uuid of page.unreachable) this.warnings.push({ code: 'unreachable', uuid });
  }

  /** A class that no other element has. */
  newClass(prefix: string): string {
    return `${prefix}-${(this.count++).toString(36)}`;
  }

  asset(url: unknown): string | null {
    const address = this.addressOf(url);
    if (address !== null) this.assets.add(address);
    return address;
  }

  /** The address that an asset has on the page, whether or not the page loads it. */
  addressOf(url: unknown): string | null {
    return assetAddress(url, this.options.assetBaseUrl ?? '');
  }

  /** The address to write for a link that has been checked. */
  linkTo(href: string): string {
    return this.options.linkTo?.(href) ?? href;
  }

  /**
   * Whether a picture that is near the top is what a first screen is waited for: the largest there,
   * or on phones that flow the page the first.
   */
  isAwaited(block: Block): boolean {
    if (block.type !== 'image') return false;
    if (this.page.phoneLayout === 'automatic' && isLarge(block, this.page.referenceWidthPx))
      this.firstPicture ??= block.uuid;
    return block.uuid === this.likelyLargest || block.uuid === this.firstPicture;
  }

  /** What is known of the picture at an address. */
  picture(url: unknown): Picture | null {
    if (typeof url !== 'string' || this.options.pictures === undefined) return null;
    const known = this.pictures.get(url);
    if (known !== undefined) return known;
    const fresh = readPicture(this.options.pictures(url));
    this.pictures.set(url, fresh);
    return fresh;
  }

  mediaFile(url: unknown): string | null {
    const address = assetAddress(url, this.options.assetBaseUrl ?? '');
    if (address !== null) this.media.add(address);
    return address;
  }

  /** The kit whose blocks are of a type. */
  kitOf(type: string): Kit | null {
    return this.kits.get(type) ?? null;
  }

  /** The level at which a heading stands: there is one h1, and no level is left out on the way down. */
  headingTag(level: 1 | 2 | 3 | 4): 'h1' | 'h2' | 'h3' | 'h4' {
    if (level === 1 && !this.h1Taken) {
      this.h1Taken = true;
      this.lastLevel = 1;
      return 'h1';
    }
    this.lastLevel = Math.max(2, Math.min(level, this.lastLevel + 1));
    return `h${this.lastLevel as 2 | 3 | 4}`;
  }

  get hasH1(): boolean {
    return this.h1Taken;
  }

  /** The id to write, or null when the page has it already. */
  claimHtmlId(id: string, uuid: string): string | null {
    if (this.htmlIds.has(id)) {
      this.warnings.push({ code: 'duplicate_html_id', uuid });
      return null;
    }
    this.htmlIds.add(id);
    return id;
  }
}
