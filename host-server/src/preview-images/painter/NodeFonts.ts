import { existsSync } from 'node:fs';
import { findFont, fontFaces, fontFamilyCss } from '@cobble/engine/fonts';
import type { GlobalFonts, SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';

/** The part of the canvas module that registers fonts. */
type FontRegistry = Pick<typeof GlobalFonts, 'registerFromPath'>;

/** Largest number of font shorthands in the cache. */
const MAX_HANDLED = 5000;

/**
 * Registers the product's font files with the canvas, each family when a text first uses it. A
 * browser picks files of a family by character; a canvas uses one file per style. So the files of
 * subsets other than `latin` are registered under the name of the family's fallback, which follows
 * it in every font list (`fontFamilyCss`). In browsers that name is a system font.
 */
export class NodeFonts {
  private readonly fonts: FontRegistry;
  private readonly library: FontLibrary;
  /**
   * Cache: font shorthands whose families are registered, missing or unknown. Never invalidated, as
   * `retryMissing` retries missing families; cleared when it is full.
   */
  private readonly handled = new Set<string>();
  /** Cache: registered families. Never invalidated; at most the catalogue. */
  private readonly registered = new Set<string>();
  /** Families that a text needs and that have no files yet. */
  private readonly missing = new Set<string>();

  constructor(fonts: FontRegistry, library: FontLibrary) {
    this.fonts = fonts;
    this.library = library;
  }

  /**
   * Registers the families of a font, if their files exist.
   *
   * @param font a canvas font shorthand
   */
  readonly registerFamilies = (font: string): void => {
    if (this.handled.has(font)) return;
    if (this.handled.size >= MAX_HANDLED) this.handled.clear();
    this.handled.add(font);
    for (const [, family] of font.matchAll(/"([^"]+)"/g)) if (family) this.register(family);
  };

  /**
   * Registers families whose files have arrived since a text needed them. Must be called before a
   * page is painted. Returns whether there were any: measurements of text are then invalid.
   */
  retryMissing(): boolean {
    const before = this.registered.size;
    for (const family of [...this.missing]) this.register(family);
    return this.registered.size > before;
  }

  /** Makes a context register each font that is set on it. */
  watch(context: SKRSContext2D): SKRSContext2D {
    const prototype = Object.getPrototypeOf(context) as object;
    const own = Object.getOwnPropertyDescriptor(prototype, 'font');
    const { registerFamilies } = this;
    Object.defineProperty(context, 'font', {
      get: () => own?.get?.call(context) as unknown,
      set(font: string) {
        registerFamilies(font);
        own?.set?.call(context, font);
      },
    });
    // Makes text look the same whatever the machine's language is.
    context.lang = 'en';
    return context;
  }

  private register(family: string): void {
    if (this.registered.has(family)) return;
    const font = findFont(family);
    if (font === null) return;
    const [, [, fallback = font.name] = []] = [...fontFamilyCss(font.name).matchAll(/"([^"]+)"/g)];
    let isRegistered = false;
    for (const { fileName, subset } of fontFaces(font)) {
      const path = this.library.pathOf(fileName);
      if (path === null || !existsSync(path)) continue;
      const alias = subset === 'latin' ? font.name : fallback;
      isRegistered = this.fonts.registerFromPath(path, alias) !== null || isRegistered;
    }
    if (isRegistered) {
      this.registered.add(family);
      this.missing.delete(family);
    } else this.missing.add(family);
  }
}
