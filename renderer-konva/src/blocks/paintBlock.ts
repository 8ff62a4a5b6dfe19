import {
  type Block,
  type Box,
  boundsOfRotated,
  cornerRadiusPx,
  findDefinition,
  rotationOf,
} from '@cobble/engine';
import { shownHeightPx } from './contentsHeight.ts';
import { painterOf } from './painters.ts';
import {
  addRoundedBox,
  clampRadius,
  contentBoxOf,
  expandBox,
  insetBox,
  shownInsets,
  unionBoxes,
} from '../paint/boxes.ts';
import { paintBackground } from '../paint/paintBackground.ts';
import { paintBorder } from '../paint/paintBorder.ts';
import { paintLayer } from '../paint/paintLayer.ts';
import { paintReachPx } from '../paint/paintReach.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';
import { paintBoxShadow } from '../paint/shadows.ts';

/** A block's children, from the lowest z-index to the highest. */
export type ChildrenOf = (uuid: string) => readonly Block[];

const NO_CHILDREN: ChildrenOf = () => [];

/**
 * Paints a block and its descendants.
 *
 * @param target in the parent's coordinates: px at the reference width from the parent's top left
 *   corner
 */
export function paintBlock(
  target: PaintTarget,
  block: Block,
  resources: PaintResources,
  childrenOf: ChildrenOf = NO_CHILDREN,
): void {
  const unit = resources.referenceWidthPx;
  const { position, styles } = block;
  const width = position.width * unit;
  const height = shownHeightPx(block, resources);
  target.save();
  target.translate(position.x * unit, position.y * unit);
  const rotationDeg = rotationOf(block);
  if (rotationDeg !== 0) {
    target.translate(width / 2, height / 2);
    target.rotate((rotationDeg * Math.PI) / 180);
    target.translate(-width / 2, -height / 2);
  }
  const opacity = styles.opacity ?? 1;
  const blurPx = styles.blurPx ?? 0;
  const paint = (on: PaintTarget): void => {
    paintUpright(on, block, width, height, resources, childrenOf);
  };
  if (opacity === 0) {
    target.restore();
    return;
  }
  if (opacity === 1 && blurPx === 0 && !styles.dropShadow) paint(target);
  else {
    const effects = { opacity, blurPx, dropShadow: styles.dropShadow };
    paintLayer(target, paintedBoxOf(block, unit, childrenOf), effects, resources, paint);
  }
  target.restore();
}

/**
 * The box that a block and its descendants paint in, before its rotation; px at the reference width
 * from its top left corner. A section's children may be far outside of it.
 */
function paintedBoxOf(block: Block, unit: number, childrenOf: ChildrenOf): Box {
  const { width, height } = block.position;
  const own = { x: 0, y: 0, width: width * unit, height: height * unit };
  return childrenOf(block.uuid).reduce(
    (all, child) => {
      const { x, y } = child.position;
      const inside = boundsOfRotated(paintedBoxOf(child, unit, childrenOf), rotationOf(child));
      return unionBoxes(all, { ...inside, x: inside.x + x * unit, y: inside.y + y * unit });
    },
    expandBox(own, paintReachPx(block, unit)),
  );
}

function paintUpright(
  target: PaintTarget,
  block: Block,
  width: number,
  height: number,
  resources: PaintResources,
  childrenOf: ChildrenOf,
): void {
  const { styles } = block;
  const box = { x: 0, y: 0, width, height };
  const radius = clampRadius(cornerRadiusPx(block, resources.referenceWidthPx) ?? 0, width, height);
  if (styles.boxShadow) paintBoxShadow(target, styles.boxShadow, box, radius);
  // A group's or section's children are positioned from its edge and painted above its border.
  const isGroup = block.type === 'group';
  const insets = shownInsets(block, resources.referenceWidthPx);
  const border = styles.border && { ...styles.border, widthPx: insets.borderPx };
  const borderPx = isGroup ? 0 : insets.borderPx;
  const inside = insetBox(box, borderPx);
  if (styles.background)
    paintBackground(target, styles.background, box, radius, resources, borderPx, block.uuid);
  if (border && isGroup) paintBorder(target, border, box, radius);
  const clipsContents = styles.overflow === 'hidden' || styles.overflow === 'scroll';
  if (clipsContents) {
    target.save();
    target.beginPath();
    addRoundedBox(target, inside, Math.max(0, radius - borderPx));
    target.clip();
  }
  const content = contentBoxOf(block, box, resources.referenceWidthPx);
  const mirrors = findDefinition(block, resources.kits)?.capabilities.mirrors === true;
  const flip = mirrors ? styles.flip : undefined;
  target.save();
  target.translate(flip?.x ? width : 0, flip?.y ? height : 0);
  target.scale(flip?.x ? -1 : 1, flip?.y ? -1 : 1);
  painterOf(block.type, resources)({ block, target, resources, width, height, content, radius });
  target.restore();
  for (const child of childrenOf(block.uuid)) paintBlock(target, child, resources, childrenOf);
  if (clipsContents) target.restore();
  if (border && !isGroup) paintBorder(target, border, box, radius);
}
