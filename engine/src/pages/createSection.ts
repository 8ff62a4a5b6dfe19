import { GEOMETRY } from '../constants/geometry.ts';
import type { Block } from '../model/Block.ts';
import type { Styles } from '../model/styles.ts';

/** Returns an empty freeform section. Width and height are fractions of the window's width. */
export function createSection(
  uuid: string,
  size: { readonly width: number; readonly height: number },
  groupOrder: number,
  styles: Styles = {},
): Block {
  return {
    uuid,
    type: 'group',
    position: { x: 0, y: 0, ...size, rotationDeg: 0, zIndex: GEOMETRY.medianZIndex },
    properties: {},
    styles,
    content: { groupDisplay: 'freeform', groupOrder },
  };
}
