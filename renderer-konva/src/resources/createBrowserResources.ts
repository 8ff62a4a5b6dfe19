import { editedBlockOf, type Editor, type Post } from '@cobble/engine';
import type { PaintResources } from '../paint/PaintResources.ts';
import { browserTexts } from './browserTextLayouts.ts';
import { ImageStore } from '../images/ImageStore.ts';
import { KitViews } from './KitViews.ts';
import type { ImageFilesLookup } from '../images/ImageVariants.ts';
import { restOf } from '../images/animationPause.ts';
import type { PaintUse } from '../painting/ResourceUses.ts';

const MAX_PATHS = 512;

/**
 * Creates the resources that painters need in a browser.
 *
 * @param options safe mode, image variants and posts; read at each painting
 * @param onChange called when an image or a kit's view has loaded, to repaint the blocks that use
 *   it
 */
export function createBrowserResources(
  editor: Editor,
  assetBaseUrl: string,
  options: {
    readonly isSafeMode: boolean;
    readonly images?: ImageFilesLookup;
    readonly posts?: (accountId: number) => readonly Post[];
  },
  onChange: (use: PaintUse) => void,
): PaintResources {
  const wantsRest = globalThis.matchMedia('(prefers-reduced-motion: reduce)');
  const images = new ImageStore(assetBaseUrl, {
    onChange: (url) => {
      onChange(`image:${url}`);
    },
    files: (url) => options.images?.(url) ?? null,
    // During a gesture only the gesture moves.
    isResting: restOf(editor, wantsRest, () => performance.now()),
  });
  const kits = new KitViews(editor.kits, (type) => {
    onChange(`kit:${type}`);
  });
  const paths = new Map<string, Path2D>();
  return {
    texts: browserTexts().layouts,
    get referenceWidthPx() {
      return editor.fields.settings.referenceWidth;
    },
    image: (url, box) => images.get(url, box),
    shownImages: new Map(),
    path(data) {
      let path = paths.get(data);
      if (!path) {
        if (paths.size >= MAX_PATHS) paths.clear();
        path = new Path2D(data);
        paths.set(data, path);
      }
      return path;
    },
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
    posts: (accountId) => options.posts?.(accountId) ?? [],
    get lang() {
      return editor.fields.settings.lang ?? 'en';
    },
    kits: editor.kits,
    kitPainter: (type) => kits.painterOf(type),
    isTextHidden: (uuid) => editedBlockOf(editor.mode) === uuid,
  };
}
