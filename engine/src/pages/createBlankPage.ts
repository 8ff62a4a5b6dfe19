import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { INDEX_SLUG } from '../model/pageSlug.ts';
import { roundLength } from '../model/Position.ts';
import { createSection } from './createSection.ts';
import type { UnsavedPage } from './UnsavedPage.ts';
import { readBuilderOptions, readName } from './readBuilderOptions.ts';

const HEIGHT_PX = 800;

/** Options of {@link createBlankPage}. */
export interface BlankPageOptions {
  /** The page's name in addresses; default: `INDEX_SLUG` ('main'), a site's first page. */
  readonly slug?: string | undefined;
  /** Returns the id of a new block; default: a random UUID. */
  readonly createId?: (() => string) | undefined;
}

/**
 * Builds an empty page for a server to complete: public, not listed, not samplable, with one freeform
 * section of 600 by 800 px. `createPage` returns a complete page.
 *
 * @throws CobbleError `input_invalid` for an option that does not exist or has the wrong type
 *   (details: `path`)
 */
export function createBlankPage(options: BlankPageOptions = {}): UnsavedPage {
  const given = readBuilderOptions(options, ['createId', 'slug']);
  const slug = readName('options.slug', given.slug, INDEX_SLUG);
  const referenceWidth = GEOMETRY.defaultReferenceWidthPx;
  const uuid = given.createId();
  const height = roundLength(HEIGHT_PX / referenceWidth);
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
