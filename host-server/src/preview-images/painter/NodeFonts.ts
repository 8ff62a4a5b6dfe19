import { existsSync } from 'node:fs';
import { findFont, fontFaces, fontFamilyCss } from '@cobble/engine/fonts';
import type { GlobalFonts, SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';

/**
 * Registers the product's font files with the canvas, a family when a text first uses it. A browser
 * picks files of a family by character; a canvas uses one file per style, so characters beyond
 * `latin` use the family's fallback, which follows it in every font list (`fontFamilyCss`) and
 * which only browsers map to a system font.
 */
export class NodeFonts {
  private readonly fonts: typeof GlobalFonts;
  private readonly library: FontLibrary;
  private readonly asked = new Set<string>();
  private readonly there = new Set<string>();

  constructor(fonts: typeof GlobalFonts, library: FontLibrary) {
    this.fonts = fonts;
    this.library = library;
  }

  /** @param font a canvas font shorthand; registers its families, if their files exist. */
  readonly need = (font: string): void => {
    if (this.asked.has(font)) return;
    if (this.asked.size > 5000) this.asked.clear();
    this.asked.add(font);
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
    if (this.there.has(family)) return;
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
    // A family that is not fetched yet is looked for again with the next page.
    if (isRegistered) this.there.add(family);
  }
}
