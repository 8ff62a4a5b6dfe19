import { findDefinition, rotationOf, type Block, type Shadow } from '@cobble/engine';
import { painterOf } from './painters.ts';
import { addRoundedBox, clampRadius, insetBox } from '../paint/boxes.ts';
import { contentBoxOf } from '../paint/boxes.ts';
import { paintBackground } from '../paint/paintBackground.ts';
import { paintBorder } from '../paint/paintBorder.ts';
import { paintLayer } from '../paint/paintLayer.ts';
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
  const height = position.height * unit;
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
    const reach = reachOf(block);
    const bounds = { x: -reach, y: -reach, width: width + 2 * reach, height: height + 2 * reach };
    const effects = { opacity, blurPx, dropShadow: styles.dropShadow };
    paintLayer(target, bounds, effects, resources, paint);
  }
  target.restore();
}

/** How far a block's own shadows may reach beyond its box, with a margin for overflow. */
function reachOf({ styles: { boxShadow, dropShadow } }: Block): number {
  const of = (shadow: Shadow | undefined, blur: number): number =>
    shadow ? Math.abs(shadow.xPx) + Math.abs(shadow.yPx) + blur * shadow.blurPx : 0;
  return 64 + of(boxShadow, 2) + of(dropShadow, 3);
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
  const radius = clampRadius(styles.borderRadiusPx ?? 0, width, height);
  if (styles.boxShadow) paintBoxShadow(target, styles.boxShadow, box, radius);
  // A group's or section's children are positioned from its edge and painted above its border.
  const isGroup = block.type === 'group';
  const borderPx = isGroup ? 0 : (styles.border?.widthPx ?? 0);
  const inside = insetBox(box, borderPx);
  if (styles.background)
    paintBackground(target, styles.background, box, radius, resources, borderPx, block.uuid);
  if (styles.border && isGroup) paintBorder(target, styles.border, box, radius);
  const clipsContents = styles.overflow === 'hidden' || styles.overflow === 'scroll';
  if (clipsContents) {
    target.save();
    target.beginPath();
    addRoundedBox(target, inside, Math.max(0, radius - borderPx));
    target.clip();
  }
  const content = contentBoxOf(block, box);
  const mirrors = findDefinition(block.type, resources.kits)?.capabilities.mirrors === true;
  const flip = mirrors ? styles.flip : undefined;
  target.save();
  target.translate(flip?.x ? width : 0, flip?.y ? height : 0);
  target.scale(flip?.x ? -1 : 1, flip?.y ? -1 : 1);
  painterOf(block.type, resources)({ block, target, resources, width, height, content, radius });
  target.restore();
  for (const child of childrenOf(block.uuid)) paintBlock(target, child, resources, childrenOf);
  if (clipsContents) target.restore();
  if (styles.border && !isGroup) paintBorder(target, styles.border, box, radius);
}
