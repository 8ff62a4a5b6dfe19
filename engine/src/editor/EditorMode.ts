import type { DrawingPen } from '../drawing/DrawingSession.ts';
import type { HandleName } from './InputEvent.ts';

/**
 * What the user is doing. `layout` is idle; `drawing`, `tool` (a host's own), `text-editing` (rich
 * text) and `inline-text-editing` (plain text of buttons and notes) are modes; the others are
 * gestures.
 */
export type EditorMode =
  | { readonly name: 'layout' }
  | { readonly name: 'pressing' }
  | { readonly name: 'translating' }
  | { readonly name: 'resizing'; readonly handle: HandleName }
  | { readonly name: 'rotating' }
  | { readonly name: 'pinching' }
  | { readonly name: 'brushing' }
  | { readonly name: 'resizing-section'; readonly section: string }
  | {
      readonly name: 'resizing-section-width';
      readonly section: string;
      /** The section's width if the pointer were released now, px at the reference width. */
      readonly widthPx: number;
    }
  | {
      readonly name: 'slicing';
      readonly section: string;
      /** Where the section is cut, in page space. */
      readonly y: number;
      /** How much the section has grown, in fractions of the window's width. */
      readonly by: number;
    }
  | {
      readonly name: 'resizing-cutoff';
      readonly rail: 'left' | 'right';
      /** The page's reference width if the pointer were released now. */
      readonly referenceWidthPx: number;
      /** The width that it has snapped to, or null. */
      readonly line: number | null;
      /** Whether the page is scaled too. */
      readonly scale: boolean;
    }
  | ({ readonly name: 'drawing' } & DrawingPen)
  /** `tool` is the name of the tool, `cursor` a CSS cursor. */
  | { readonly name: 'tool'; readonly tool: string; readonly cursor: string }
  | { readonly name: 'text-editing'; readonly block: string }
  | { readonly name: 'inline-text-editing'; readonly block: string };

/** The block whose rich or plain text is being edited; null in any other mode. */
export function editedBlockOf(mode: EditorMode): string | null {
  return mode.name === 'text-editing' || mode.name === 'inline-text-editing' ? mode.block : null;
}
