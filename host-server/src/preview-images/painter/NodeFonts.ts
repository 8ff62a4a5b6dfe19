import { existsSync } from 'node:fs';
import { findFont, fontFaces, fontFamilyCss } from '@cobble/engine/fonts';
import type { GlobalFonts, SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';

/**
 * Gives the painter the product's font files, a family when a text first asks for it. A browser
 * chooses between a family's files by their characters; a canvas takes one file for each look, so
 * that the letters beyond `latin` go by the family's fallback, which stands right behind it in every
 * font list (`fontFamilyCss`) and which only browsers fill with a font of the visitor's own.
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

  /** @param font a canvas font shorthand; its families are there afterwards, where there are files. */
  readonly need = (font: string): void => {
    if (this.asked.has(font)) return;
    if (this.asked.size > 5000) this.asked.clear();
    this.asked.add(font);
    for (const [, family] of font.matchAll(/"([^"]+)"/g)) if (family) this.register(family);
  };

  /** The same context, which asks for each font that is set on it. */
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
    // Texts look the same on every machine, whatever language it speaks.
    context.lang = 'en';
    return context;
  }

  private register(family: string): void {
    if (this.there.has(family)) return;
    const font = findFont(family);
    if (font === null) return;
    const [, [, fallback = font.name] = []] = [...fontFamilyCss(font.name).matchAll(/"([^"]+)"/g)];
    let isThere = false;
    for (const { fileName, subset } of fontFaces(font)) {
      const path = this.library.pathOf(fileName);
      if (path === null || !existsSync(path)) continue;
      const alias = subset === 'latin' ? font.name : fallback;
      isThere = this.fonts.registerFromPath(path, alias) !== null || isThere;
    }
    // A family that is still to be fetched is looked for again with the next page.
    if (isThere) this.there.add(family);
  }
}
