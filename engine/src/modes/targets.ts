import type { Block } from '../model/Block.ts';
import type { Point } from '../model/Position.ts';
import type { ModeHost } from './ModeHost.ts';

/** The group that the selection lies in, when someone has gone into one; null at the top. */
export function enteredGroup(host: ModeHost): string | null {
  for (const uuid of host.selection) {
    const parent = host.blocks.get(uuid)?.parentUuid;
    if (parent !== undefined && host.blocks.get(parent)?.parentUuid !== undefined) return parent;
    return null;
  }
  return null;
}

/** Ids of the groups and the section that hold a block, from the nearest. */
export function ancestorsOf(host: ModeHost, uuid: string): string[] {
  const ancestors: string[] = [];
  let parent = host.blocks.get(uuid)?.parentUuid;
  while (parent !== undefined && !ancestors.includes(parent)) {
    ancestors.push(parent);
    parent = host.blocks.get(parent)?.parentUuid;
  }
  return ancestors;
}

/**
 * What a hit on a block means: the block itself, or the outermost group that holds it and that
 * nobody has gone into.
 */
export function targetOf(host: ModeHost, hit: string, entered = enteredGroup(host)): string {
  const ancestors = ancestorsOf(host, hit);
  // The last one is the section, which is no target.
  const groups = ancestors.slice(0, -1);
  const at = entered === null ? -1 : groups.indexOf(entered);
  if (at >= 0) return groups[at - 1] ?? hit;
  return groups.at(-1) ?? hit;
}

/** What a point means, or null over empty room. */
export function targetAt(host: ModeHost, point: Point): string | null {
  const hit = host.hitTest(point);
  return hit === null ? null : targetOf(host, hit);
}

/** All targets at a point, the top-most first, each once; sections are none. */
export function targetsAt(host: ModeHost, point: Point): string[] {
  const hits = host.index
    .at(point)
    .filter((uuid) => host.blocks.get(uuid)?.parentUuid !== undefined)
    .map((uuid) => targetOf(host, uuid));
  return [...new Set(hits)];
}

/** A block and all that it holds, parents before what they hold. */
export function withDescendants(host: ModeHost, uuid: string): Block[] {
  const block = host.blocks.get(uuid);
  if (!block) return [];
  return [block, ...host.childrenOf(uuid).flatMap((child) => withDescendants(host, child.uuid))];
}

/** The section at a height of the page; above all the first, below all the last. */
export function sectionUnder(host: ModeHost, y: number): string | null {
  let found: string | null = host.sectionIds[0] ?? null;
  for (const uuid of host.sectionIds) {
    const box = host.boxOf(uuid);
    if (box && box.y <= y) found = uuid;
  }
  return found;
}
