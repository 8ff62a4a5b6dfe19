import type { Editor } from '@cobble/engine';
import type { Translate } from '../messages/translate.ts';
import type { CanvasView } from '../view/CanvasView.ts';

/** What the accessibility tree needs from a canvas. */
export interface AccessibleCanvas {
  readonly editor: Editor;
  readonly view: CanvasView;
  readonly t: Translate;
  /** `selection` is the colour of focus rings, `handle` is a colour that contrasts with it. */
  readonly colors: { readonly selection: string; readonly handle: string };
  readonly elements: { readonly root: HTMLElement } | null;
  /** Says who in the room is editing a block; null if nobody else is. */
  describeLock(uuid: string): string | null;
  /** Scrolls until a block is visible. */
  reveal(uuid: string): void;
  /** Offers a pressed key to the host's tool and bound keys; returns whether they handled it. */
  offerToHost(event: KeyboardEvent): boolean;
}
