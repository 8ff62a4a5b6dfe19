import { GEOMETRY } from '../../constants/geometry.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { orderSections } from './orderSections.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * Adds an empty section at an index (default: the end), 200 px tall and as wide as the one before
 * it; at index 0, as wide as the first one. Refused with `input_invalid` unless the index is a whole
 * number from 0 to the number of sections.
 */
export function addSection(state: EditorState, index?: number): Result<string, EditorRefusal> {
  const overCap = refuseOverCap(state, 1);
  if (overCap) return overCap;
  const order = [...state.layout.sectionIds];
  const groupOrder = index ?? order.length;
  if (!Number.isInteger(groupOrder) || groupOrder < 0 || groupOrder > order.length)
    return refuse('input_invalid', {
      path: 'index',
      message: `must be a whole number from 0 to ${String(order.length)}`,
    });
  const previous = state.blocks.get(order[groupOrder - 1] ?? order[0] ?? '');
  const uuid = state.createId();
  state.store.put({
    uuid,
    type: 'group',
    position: {
      x: 0,
      y: 0,
      width: previous?.position.width ?? 1,
      height: roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth),
      rotationDeg: 0,
      zIndex: GEOMETRY.medianZIndex,
    },
    properties: {},
    styles: {},
    content: { groupDisplay: 'freeform', groupOrder },
  });
  order.splice(groupOrder, 0, uuid);
  orderSections(state, order);
  return ok(uuid);
}
