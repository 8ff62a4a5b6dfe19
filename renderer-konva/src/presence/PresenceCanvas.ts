import type { Editor } from '@cobble/engine';
import type { ChromeColors } from '../chrome/chromeColors.ts';
import type { ZoomController } from '../input/ZoomController.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { Translate } from '../messages/translate.ts';
import type { CanvasView } from '../view/CanvasView.ts';

/** What the presence of other people needs from a canvas. */
export interface PresenceCanvas {
  readonly editor: Editor;
  readonly view: CanvasView;
  readonly t: Translate;
  readonly colors: ChromeColors;
  readonly resources: PaintResources;
  readonly zooming: ZoomController | null;
  readonly elements: { readonly root: HTMLElement; readonly scroller: HTMLElement } | null;
}
