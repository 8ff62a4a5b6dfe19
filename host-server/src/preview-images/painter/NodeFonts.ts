import { existsSync } from 'node:fs';
import { findFont, fontFaces, fontFamilyCss } from '@cobble/engine/fonts';
import type { GlobalFonts, SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';

/** The most font shorthands that are cached. */
const MAX_HANDLED = 5000;

/**
 * Registers the product's font files with the canvas, a family when a text first uses it. A browser
 * picks files of a family by character; a canvas uses one file per style, so characters beyond
 * `latin` use the family's fallback, which follows it in every font list (`fontFamilyCss`) and
 * which only browsers map to a system font.
 */
export class NodeFonts {
  private readonly fonts: typeof GlobalFonts;
  private readonly library: FontLibrary;
  /** Cache: font shorthands that were handled. Never invalidated; cleared when it is full. */
  private readonly handled = new Set<string>();
  /** Cache: registered families. Never invalidated; at most the catalogue. */
  private readonly registered = new Set<string>();

  constructor(fonts: typeof GlobalFonts, library: FontLibrary) {
    this.fonts = fonts;
    this.library = library;
  }

  /** @param font a canvas font shorthand; registers its families, if their files exist. */
  readonly need = (font: string): void => {
    if (this.handled.has(font)) return;
    if (this.handled.size >= MAX_HANDLED) this.handled.clear();
    this.handled.add(font);
    for (const [, family] of font.matchAll(/"([^"]+)"/g)) if (family) this.register(family);
  };

  /** Makes a context register each font that is set on it. */
  watch(context: SKRSContext2D): SKRSContext2D {
    const prototype = Object.getPrototypeOf(context) as object;
    const own = Object.getOwnPropertyDescriptor(prototype, 'font');
    const { need } = this;
    Object.defineProperty(context, 'font', {
      get: () => own?.get?.call(context) as unknown,
      set(font: string) {
        need(font);
        own?.set?.call(context, font);
      },
    });
    // Text looks the same whatever the machine's language.
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
    // The files of a family may still arrive, so it is looked up again.
    if (isRegistered) this.registered.add(family);
  }
}
