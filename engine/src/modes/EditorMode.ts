import type { HandleName } from './InputEvent.ts';

/**
 * What the editor is doing. `layout` is at rest; the gerunds are gestures, during which the
 * specification speaks of no mode.
 */
export type EditorMode =
  | { readonly name: 'layout' }
  | { readonly name: 'pressing' }
  | { readonly name: 'translating' }
  | { readonly name: 'resizing'; readonly handle: HandleName }
  | { readonly name: 'rotating' }
  | { readonly name: 'brushing' }
  | { readonly name: 'resizing-section'; readonly section: string }
  | { readonly name: 'text-editing'; readonly block: string };
