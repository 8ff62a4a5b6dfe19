import type { Point } from '../model/Position.ts';
import type { ModeHost } from './ModeHost.ts';

/** The group whose child is selected, so that clicks select its children; null at the top level. */
export function enteredGroup(host: ModeHost): string | null {
  for (const uuid of host.selection.ids) {
    const parent = host.blocks.get(uuid)?.parentUuid;
    if (parent !== undefined && host.blocks.get(parent)?.parentUuid !== undefined) return parent;
    return null;
  }
  return null;
}

/** The block that a hit selects: the block itself, or its outermost group that is not entered. */
export function targetOf(host: ModeHost, hit: string, entered = enteredGroup(host)): string {
  // The last ancestor is the section, which is never a target.
  const groups = host.layout.ancestorsOf(hit).slice(0, -1);
  const enteredIndex = entered === null ? -1 : groups.indexOf(entered);
  if (enteredIndex >= 0) return groups[enteredIndex - 1] ?? hit;
  return groups.at(-1) ?? hit;
}

/** The block that a press at a point selects; null over an empty part of the page. */
export function targetAt(host: ModeHost, point: Point): string | null {
  const hit = host.hitTest(point);
  return hit === null ? null : targetOf(host, hit);
}

/** All targets at a point from the topmost down, without sections. */
export function targetsAt(host: ModeHost, point: Point): string[] {
  const hits = host.index
    .at(point)
    .filter((uuid) => host.blocks.get(uuid)?.parentUuid !== undefined)
    .map((uuid) => targetOf(host, uuid));
  return [...new Set(hits)];
}

/**
 * The section at a vertical position on the page; the first one above the page, the last one below
 * it.
 */
export function sectionUnder(host: ModeHost, y: number): string | null {
  const { sectionIds } = host.layout;
  let found: string | null = sectionIds[0] ?? null;
  for (const uuid of sectionIds) {
    const box = host.layout.boxOf(uuid);
    if (box && box.y <= y) found = uuid;
  }
  return found;
}
