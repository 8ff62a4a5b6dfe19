import type { RuleScreen } from '../css/StyleSheet.ts';
import type { FontFaceUse } from '../fonts/FontUses.ts';
import type { Image } from '../images/Image.ts';
import type { Post, RenderWarning } from '../RenderOptions.ts';

/** A lookup that a block made while it was rendered, with its result. */
export type Lookup =
  | { readonly kind: 'headings'; readonly before: number; readonly after: number }
  | { readonly kind: 'id'; readonly id: string; readonly isFree: boolean }
  | { readonly kind: 'link'; readonly href: string; readonly address: string }
  | { readonly kind: 'code'; readonly code: string; readonly address: string | null }
  | { readonly kind: 'posts'; readonly accountId: number; readonly posts: readonly Post[] }
  | { readonly kind: 'image'; readonly url: string; readonly image: Image | null }
  | { readonly kind: 'lcp'; readonly isLcpCandidate: boolean };

/**
 * The side effects of rendering a block and the lookups that it made, in order. If all lookups give
 * the same results, the block renders to the same HTML.
 */
export class BlockRecording {
  readonly rules: {
    readonly screen: RuleScreen;
    readonly selector: string;
    readonly css: string;
  }[] = [];
  /** Shared classes by their declarations. */
  readonly shared = new Map<string, string>();
  readonly kinds = new Set<string>();
  readonly faces: FontFaceUse[] = [];
  readonly assets = new Set<string>();
  readonly media = new Set<string>();
  readonly scripts = new Set<string>();
  readonly frames = new Set<string>();
  readonly lookups: Lookup[] = [];
  readonly warnings: RenderWarning[] = [];

  readonly onRule = (screen: RuleScreen, selector: string, css: string): void => {
    this.rules.push({ screen, selector, css });
  };

  readonly onShared = (css: string, name: string): void => {
    this.shared.set(css, name);
  };

  readonly onKind = (css: string): void => {
    this.kinds.add(css);
  };

  readonly onFace = (use: FontFaceUse): void => {
    const { family, face, aboveFold } = use;
    const isRecorded = this.faces.some(
      (each) => each.family === family && each.face === face && each.aboveFold === aboveFold,
    );
    if (!isRecorded) this.faces.push(use);
  };
}
