import type { Block, Box, Editor } from '@cobble/engine';
import { paintBlock } from '../blocks/paintBlock.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';
import { addRoundedBox } from '../paint/boxes.ts';

/**
 * One step of a painting: a section's child with its descendants, a part of a section, or a whole
 * section that has effects.
 */
export interface PaintStep {
  /** The section's child or the section that the step paints. */
  readonly uuid: string;
  readonly paint: (target: PaintTarget) => void;
}

/** Selects which parts of the found blocks are painted. */
export interface PaintFilter {
  /** Whether to paint a section's child. */
  readonly block: (block: Block) => boolean;
  /** Whether to paint a section's own background, border and shadow. */
  readonly section: (section: Block) => boolean;
  /** Whether sections that clip their contents do not clip them now; false by default. */
  readonly isUnclipped?: boolean;
}

/**
 * Plans a painting as steps, between which a painter may pause. Each step relies on the target's
 * state after the previous one, so all steps must run in order on one target.
 *
 * @param found ids of blocks in paint order, descendants of groups included
 * @returns steps for a target whose space is page space in px at the reference width
 */
export function planPainting(
  editor: Editor,
  resources: PaintResources,
  found: Iterable<string>,
  filter: PaintFilter,
): readonly PaintStep[] {
  const included = new Set<string>();
  const sections = new Map<string, Map<string, Block>>();
  for (const uuid of found) {
    const block = editor.blocks.get(uuid);
    if (!block) continue;
    included.add(uuid);
    const top = topLevelOf(editor, uuid);
    const section = top ? (top.parentUuid ?? '') : uuid;
    let children = sections.get(section);
    if (!children) sections.set(section, (children = new Map<string, Block>()));
    if (top && filter.block(top)) children.set(top.uuid, top);
  }
  // Of a large group, paint only the descendants that were found.
  const childrenOf = (parent: string): readonly Block[] =>
    editor.childrenOf(parent).filter(({ uuid, type }) => type === 'group' || included.has(uuid));
  const steps: PaintStep[] = [];
  for (const uuid of editor.sectionIds) {
    const children = sections.get(uuid);
    const section = editor.blocks.get(uuid);
    const box = editor.boxOf(uuid);
    if (!children || !section || !box) continue;
    planSection(steps, { section, box, children: [...children.values()], childrenOf }, resources, {
      own: included.has(uuid) && filter.section(section),
      isClipped: clipsContents(section) && filter.isUnclipped !== true,
    });
  }
  return steps;
}

interface FoundSection {
  readonly section: Block;
  readonly box: Box;
  readonly children: readonly Block[];
  readonly childrenOf: (parent: string) => readonly Block[];
}

function planSection(
  steps: PaintStep[],
  { section, box, children, childrenOf }: FoundSection,
  resources: PaintResources,
  { own, isClipped }: { readonly own: boolean; readonly isClipped: boolean },
): void {
  if (children.length === 0 && !own) return;
  const { uuid, styles } = section;
  const position = { ...section.position, ...box, rotationDeg: 0 };
  const { border, background, boxShadow, dropShadow, ...plain } = styles;
  if (isPaintedAsOne(section)) {
    // Effects apply to the section as one image, so it is one step.
    const whole = { ...section, position, styles: own ? styles : plain };
    steps.push({
      uuid,
      paint: (target) => {
        paintBlock(target, whole, resources, (parent) =>
          parent === uuid ? children : childrenOf(parent),
        );
      },
    });
    return;
  }
  const { borderRadiusPx } = styles;
  const round = borderRadiusPx === undefined ? {} : { borderRadiusPx };
  if (own && (background || boxShadow)) {
    const styles = { ...round, ...(background && { background }), ...(boxShadow && { boxShadow }) };
    const backgroundOnly = { ...section, position, styles };
    steps.push({ uuid, paint: (target) => paintBlock(target, backgroundOnly, resources) });
  }
  if (children.length > 0) {
    steps.push({
      uuid,
      paint: (target) => {
        const unit = resources.referenceWidthPx;
        target.save();
        target.translate(box.x * unit, box.y * unit);
        if (!isClipped) return;
        const inner = { x: 0, y: 0, width: box.width * unit, height: box.height * unit };
        target.beginPath();
        addRoundedBox(target, inner, borderRadiusPx ?? 0);
        target.clip();
      },
    });
    for (const child of children)
      steps.push({
        uuid: child.uuid,
        paint: (target) => paintBlock(target, child, resources, childrenOf),
      });
    steps.push({ uuid, paint: (target) => target.restore() });
  }
  if (own && border) {
    const frame = { ...section, position, styles: { ...round, border } };
    steps.push({ uuid, paint: (target) => paintBlock(target, frame, resources) });
  }
}

/** Whether a section clips its contents. */
export function clipsContents({ styles: { overflow } }: Block): boolean {
  return overflow === 'hidden' || overflow === 'scroll';
}

/** Whether opacity, blur or a drop shadow applies to a section as a whole. */
export function isPaintedAsOne({ styles }: Block): boolean {
  return (styles.opacity ?? 1) !== 1 || (styles.blurPx ?? 0) > 0 || styles.dropShadow !== undefined;
}

/** Whether a section paints anything besides its contents. */
export function hasOwnStyles({ styles: { background, boxShadow, border } }: Block): boolean {
  return background !== undefined || boxShadow !== undefined || border !== undefined;
}

/**
 * The block itself or its outermost group: a child of a section. Null for a section or an unknown
 * block.
 */
export function topLevelOf(editor: Editor, uuid: string): Block | null {
  let block = editor.blocks.get(uuid);
  for (;;) {
    const parent = block?.parentUuid === undefined ? null : editor.blocks.get(block.parentUuid);
    if (!block || !parent) return null;
    if (parent.parentUuid === undefined) return block;
    block = parent;
  }
}
