import { editedBlockOf, type Editor, type Post } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';
import type { Translate } from '../messages/translate.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import { browserTextLayouts } from './browserTextLayouts.ts';
import { ImageStore } from '../images/ImageStore.ts';
import { guardedLookup, IMAGE_VARIANTS, POSTS } from './guardedLookup.ts';
import { KitViews } from './KitViews.ts';
import type { ImageVariantsLookup } from '../images/ImageVariants.ts';
import { animationPause } from '../images/animationPause.ts';
import { uploadStateOf } from '../images/uploadStateOf.ts';
import type { ResourceKey } from '../painting/ResourceUses.ts';

const MAX_PATHS = 512;

/**
 * Creates the resources that painters need in a browser.
 *
 * @param options safe mode, image variants, posts and messages; read at each painting
 * @param onChange called when an image has loaded, has failed or shows another frame, or a kit's
 *   view has loaded or failed, to repaint the blocks that use it
 */
export function createBrowserResources(
  editor: Editor,
  assetBaseUrl: string,
  options: {
    readonly isSafeMode: boolean;
    readonly imageVariants?: ImageVariantsLookup;
    readonly posts?: (accountId: number) => readonly Post[];
    readonly t?: Translate;
  },
  onChange: (use: ResourceKey) => void,
): PaintResources {
  const reducedMotion = globalThis.matchMedia('(prefers-reduced-motion: reduce)');
  const images = new ImageStore(assetBaseUrl, {
    onChange: (url) => {
      onChange(`image:${url}`);
    },
    variantsOf: guardedLookup('imageVariants', IMAGE_VARIANTS, () => options.imageVariants),
    // During a gesture, nothing else moves.
    isPaused: animationPause(editor, reducedMotion, () => performance.now()),
  });
  const posts = guardedLookup('posts', POSTS, () => options.posts);
  const kits = new KitViews(
    () => editor.kits,
    (type) => {
      onChange(`kit:${type}`);
    },
  );
  // Memoized by path data; never invalidated, since paths are not modified.
  const path = memoize((data: string) => new Path2D(data), { maxEntries: MAX_PATHS });
  return {
    texts: browserTextLayouts().layouts,
    get referenceWidthPx() {
      return editor.fields.settings.referenceWidth;
    },
    image: (url, box) => images.get(url, box),
    lastImageUrls: new Map(),
    path,
    surface(width, height) {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const target = canvas.getContext('2d');
      return target && { target, image: canvas };
    },
    showsPlaceholders: true,
    get isSafeMode() {
      return options.isSafeMode;
    },
    posts: (accountId) => posts(accountId) ?? [],
    get lang() {
      return editor.fields.settings.lang ?? 'en';
    },
    get t(): PaintResources['t'] {
      return options.t;
    },
    get kits() {
      return editor.kits;
    },
    kitPainter: (type) => kits.painterOf(type),
    isUploadInterrupted: (block) => uploadStateOf(editor, block) === 'interrupted',
    isTextHidden: (uuid) => editedBlockOf(editor.mode) === uuid,
  };
}
