import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { createSection } from './createSection.ts';
import type { PageDraft } from './PageDraft.ts';

const HEIGHT_PX = 800;

/** Options of {@link createBlankPage}. */
export interface BlankPageOptions {
  /** The page's name in addresses; `INDEX_SLUG` ('main') for a site's first page. */
  readonly slug: string;
  /** Usually `defaultEnvironment.createId`. */
  readonly createId: () => string;
}

/**
 * Builds an empty page: public, not listed, not samplable, with one freeform section of 600 by 800
 * px.
 */
export function createBlankPage({ slug, createId }: BlankPageOptions): PageDraft {
  const referenceWidth = GEOMETRY.defaultReferenceWidthPx;
  const uuid = createId();
  const height = HEIGHT_PX / referenceWidth;
  return {
    slug,
    isPublic: true,
    isListed: false,
    isPeekable: false,
    relativeHeight: height,
    settings: { editorVersion: EDITOR_VERSION, referenceWidth, phoneLayout: 'automatic' },
    style: { backgroundColor: '#FFFFFF' },
    things: { [uuid]: createSection(uuid, { width: 1, height }, 0) },
  };
}
