import { GEOMETRY } from '../constants/geometry.ts';

/**
 * The width that a section takes, px at the reference width: whole steps of 50, from one step to
 * what a desktop shows (editing-canvas.md section 4).
 */
export function snapSectionWidth(px: number): number {
  const step = GEOMETRY.sectionWidthStepPx;
  const most = Math.ceil(GEOMETRY.maxContentWidthPx / step);
  return Math.min(most, Math.max(1, Math.round(px / step))) * step;
}
