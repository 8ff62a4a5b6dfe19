import { starterPhoto } from './starterPhoto.ts';
import { tipAdd } from './tipAdd.ts';
import { tipDrag } from './tipDrag.ts';
import { tipPublish } from './tipPublish.ts';
import { tipText } from './tipText.ts';

/**
 * The images of the starter page as SVG documents, by file name. The server serves them at
 * `/assets/{name}` as `image/svg+xml`. They contain no scripts, fonts or external URLs.
 */
export const STARTER_TIP_IMAGES: Readonly<Record<string, string>> = {
  'starter-photo.svg': starterPhoto,
  'tip-add.svg': tipAdd,
  'tip-drag.svg': tipDrag,
  'tip-publish.svg': tipPublish,
  'tip-text.svg': tipText,
};
