import {
  findFont,
  type FontFace,
  fontFaceCss,
  fontLookFor,
  type FontLookup,
  type FontSubset,
  subsetsOf,
} from '@cobble/engine';
import { attributesHtml } from '../html/attributes.ts';
import { PHONE_QUERY } from '../css/phoneQuery.ts';
import type { FontUse } from '../RenderOptions.ts';

/** On which screens a text is seen without scrolling. */
export interface AboveFold {
  readonly phone: boolean;
  readonly desktop: boolean;
}

/** A face that a text needs, or may need. */
export interface FontFaceUse {
  readonly family: string;
  /** `{subset}-{weight}-{style}`. */
  readonly face: string;
  /** Where characters of the text in it are seen at once; null where there are none, or who knows. */
  readonly sight: AboveFold | null;
}

/** How a face is used on the page. */
interface FaceUse {
  phone: boolean;
  desktop: boolean;
}

const BOTH = [true, false] as const;

/**
 * Which faces of fonts a page's texts are set in, gathered while it is rendered, so that it names no
 * file that nothing in it needs and preloads what is seen at once.
 */
export class FontUses {
  /** Who is told of what is needed, for now. */
  onNeed: ((need: FontFaceUse) => void) | null = null;
  /** By `{subset}-{weight}-{style}`, by family; in the order of their first use. */
  private readonly families = new Map<string, Map<string, FaceUse>>();

  /**
   * Notes a text.
   *
   * @param use what of a family it needs; without `bold` or `italic` it may need either
   * @param sight where it is seen at once; null where it is not known what exactly it needs
   */
  add(family: string, use: FontUse, sight: AboveFold | null): void {
    const font = findFont(family);
    if (font === null || use.text.trim() === '') return;
    const subsets = subsetsOf(use.text);
    for (const bold of use.bold === undefined ? BOTH : [use.bold])
      for (const italic of use.italic === undefined ? BOTH : [use.italic]) {
        const { weight, style } = fontLookFor(font, bold, italic);
        const need = (subset: FontSubset): void => {
          const face = `${subset}-${String(weight)}-${style}`;
          this.need({ family, face, sight: subsets.has(subset) ? sight : null });
        };
        for (const subset of subsets) need(subset);
        // The lines' height follows from the face that has the space, whatever the text.
        if (!subsets.has('latin')) need('latin');
      }
  }

  /** Notes a face that is needed. */
  need(need: FontFaceUse): void {
    this.onNeed?.(need);
    const { family, face, sight } = need;
    let faces = this.families.get(family);
    if (faces === undefined) this.families.set(family, (faces = new Map<string, FaceUse>()));
    let use = faces.get(face);
    if (use === undefined) faces.set(face, (use = { phone: false, desktop: false }));
    if (sight === null) return;
    use.phone ||= sight.phone;
    use.desktop ||= sight.desktop;
  }

  /** `@font-face` rules of what is used, with its fallbacks. */
  css(fonts: FontLookup, baseUrl: string): string {
    return fontFaceCss(this.families.keys(), {
      baseUrl,
      fonts,
      isUsed: (family, face) => this.find(family, face) !== undefined,
    });
  }

  /** A link for each file that is needed for what is seen without scrolling. */
  preloadsHtml(fonts: FontLookup, baseUrl: string): string {
    return [...this.families.keys()]
      .flatMap((family) => (fonts(family)?.faces ?? []).map((face) => ({ family, face })))
      .map(({ family, face }) => {
        const { phone = false, desktop = false } = this.find(family, face) ?? {};
        if (!phone && !desktop) return '';
        return `<link${attributesHtml({
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: `${baseUrl}/${face.fileName}`,
          media: phone && desktop ? null : phone ? PHONE_QUERY : `not ${PHONE_QUERY}`,
        })}>`;
      })
      .filter(Boolean)
      .join('\n');
  }

  private find(family: string, { subset, weight, style }: FontFace): FaceUse | undefined {
    return this.families.get(family)?.get(`${subset}-${String(weight)}-${style}`);
  }
}
