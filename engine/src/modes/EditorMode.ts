import type { DrawingPen } from '../drawing/DrawingSession.ts';
import type { HandleName } from './InputEvent.ts';

/**
 * What the editor is doing: the specification's Layout (`layout`), Drawing (`drawing`), TextEditing
 * (`text-editing`: rich text) and InlineTextEditing (`inline-text-editing`: the plain words of
 * buttons and notes); the gerunds are gestures, during which the specification speaks of no mode.
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
      /** The width that letting go gives it, px at the reference width. */
      readonly widthPx: number;
    }
  | {
      readonly name: 'slicing';
      readonly section: string;
      /** Where the section is cut, in page space, and by how much it has grown. */
      readonly y: number;
      readonly by: number;
    }
  | {
      readonly name: 'resizing-cutoff';
      readonly rail: 'left' | 'right';
      /** The reference width that letting go gives the page, and the line that drew it there. */
      readonly referenceWidthPx: number;
      readonly line: number | null;
      /** Whether the page is scaled with it. */
      readonly scale: boolean;
    }
  | ({ readonly name: 'drawing' } & DrawingPen)
  | { readonly name: 'text-editing'; readonly block: string }
  | { readonly name: 'inline-text-editing'; readonly block: string };

/** The block whose words are being edited, whether rich or plain; null in any other mode. */
export function editedBlockOf(mode: EditorMode): string | null {
  return mode.name === 'text-editing' || mode.name === 'inline-text-editing' ? mode.block : null;
}
