import type { ReactNode } from 'react';
import type { CanvasController } from '../canvas/CanvasController.ts';
export function TextOverlay(_props: { readonly canvas: CanvasController }): ReactNode {
  return null;
}
