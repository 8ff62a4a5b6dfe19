import {
  findFont,
  type FontFace,
  fontFaceCss,
  fontVariantFor,
  type FontLookup,
  type FontSubset,
  subsetsOf,
} from '@cobble/engine/fonts';
import { attributesHtml } from '../html/attributes.ts';
import { PHONE_QUERY } from '../css/phoneQuery.ts';
import type { FontUse } from '../RenderOptions.ts';

/** Which screens show a text without scrolling. */
export interface AboveFold {
  readonly phone: boolean;
  readonly desktop: boolean;
}

/** A font face that a text needs or may need. */
export interface FontFaceUse {
  readonly family: string;
  /** `{subset}-{weight}-{style}`. */
  readonly face: string;
  /** Which screens need the face above the fold; null if none or unknown. */
  readonly aboveFold: AboveFold | null;
}

/** Where a face is used. */
interface FaceUse {
  phone: boolean;
  desktop: boolean;
}

const BOTH = [true, false] as const;

/**
 * Collects the font faces that a page's text uses, so that the page references only those and
 * preloads the ones above the fold.
 */
export class FontUses {
  /** The active recorder, if any. */
  onFace: ((use: FontFaceUse) => void) | null = null;
  /** Uses by `{subset}-{weight}-{style}` and family, in the order of first use. */
  private readonly families = new Map<string, Map<string, FaceUse>>();

  /**
   * Records text in a font family.
   *
   * @param use without `bold` or `italic`, both faces are recorded
   * @param aboveFold screens that show it above the fold; null if the exact faces are unknown
   */
  add(family: string, use: FontUse, aboveFold: AboveFold | null): void {
    const font = findFont(family);
    if (font === null || use.text.trim() === '') return;
    const subsets = subsetsOf(use.text);
    for (const bold of use.bold === undefined ? BOTH : [use.bold])
      for (const italic of use.italic === undefined ? BOTH : [use.italic]) {
        const { weight, style } = fontVariantFor(font, bold, italic);
        const addSubset = (subset: FontSubset): void => {
          const face = `${subset}-${String(weight)}-${style}`;
          this.addFace({ family, face, aboveFold: subsets.has(subset) ? aboveFold : null });
        };
        for (const subset of subsets) addSubset(subset);
        // Line height is computed from the face that contains the space character.
        if (!subsets.has('latin')) addSubset('latin');
      }
  }

  /** Records the use of a face. */
  addFace(faceUse: FontFaceUse): void {
    this.onFace?.(faceUse);
    const { family, face, aboveFold } = faceUse;
    let faces = this.families.get(family);
    if (faces === undefined) this.families.set(family, (faces = new Map<string, FaceUse>()));
    let use = faces.get(face);
    if (use === undefined) faces.set(face, (use = { phone: false, desktop: false }));
    if (aboveFold === null) return;
    use.phone ||= aboveFold.phone;
    use.desktop ||= aboveFold.desktop;
  }

  /** `@font-face` rules of the used faces and their fallbacks. */
  css(fonts: FontLookup, baseUrl: string): string {
    return fontFaceCss(this.families.keys(), {
      baseUrl,
      fonts,
      isUsed: (family, face) => this.find(family, face) !== undefined,
    });
  }

  /** Preload links of the faces that are used above the fold. */
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
