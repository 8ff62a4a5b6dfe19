import { GEOMETRY } from '../constants/geometry.ts';
import type { PageFields } from './Page.ts';

/**
 * The room that fitting leaves below what a section holds, as a fraction of the window's width: the
 * page's own margin, else 0.05.
 */
export function marginOf({ style }: Pick<PageFields, 'style'>): number {
  return style.margin ?? GEOMETRY.pageMargin;
}
