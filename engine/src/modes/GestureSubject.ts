import { boundsOfRotated, unionBoxes } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { EditorRefusal } from '../editor/Editor.ts';
import { type LockTree, refuseLocked } from '../editor/locks.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import type { ModeHost } from './ModeHost.ts';
import { ancestorsOf, withDescendants } from './targets.ts';

/** A block as it was when the gesture began; page space. */
export interface SubjectItem {
  readonly uuid: string;
  readonly block: Block;
  readonly box: Box;
  readonly rotationDeg: number;
}

/** What a gesture moves. */
export interface GestureSubject {
  /** The selected blocks that no other selected block holds. */
  readonly roots: readonly SubjectItem[];
  /** The roots and all that they hold, parents first. */
  readonly all: readonly SubjectItem[];
  /** Round the roots' turned corners. */
  readonly bounds: Box;
  /** The one root, when it is one and no group. */
  readonly single: SubjectItem | null;
}

function itemOf(host: ModeHost, block: Block): SubjectItem | null {
  const box = host.boxOf(block.uuid);
  return box && { uuid: block.uuid, block, box, rotationDeg: rotationOf(block) };
}

/** The ids among some that none of the others holds. */
export function rootsOf(host: ModeHost, uuids: Iterable<string>): string[] {
  const chosen = new Set(uuids);
  return [...chosen].filter((uuid) => !ancestorsOf(host, uuid).some((each) => chosen.has(each)));
}

/** The subject of a gesture on the selection; null when nothing of it is there. */
export function subjectOf(host: ModeHost): GestureSubject | null {
  const roots: SubjectItem[] = [];
  const all: SubjectItem[] = [];
  for (const uuid of rootsOf(host, host.selection))
    withDescendants(host, uuid).forEach((block, index) => {
      const item = itemOf(host, block);
      if (!item) return;
      all.push(item);
      if (index === 0) roots.push(item);
    });
  const bounds = unionBoxes(roots.map((item) => boundsOfRotated(item.box, item.rotationDeg)));
  if (!bounds) return null;
  const only = roots.length === 1 ? roots[0] : undefined;
  const holds = only && host.definitionOf(only.block.type)?.capabilities.holdsBlocks;
  return { roots, all, bounds, single: only && !holds ? only : null };
}

/**
 * Why the selection must not be changed, or null, by the rule of all edits: what holds it counts,
 * and what lies in a selected group.
 */
export function lockOf(host: ModeHost): EditorRefusal | null {
  return refuseLocked(lockTreeOf(host), [...host.selection], { deep: true })?.code ?? null;
}

/** Why a block itself must not be changed, or null: it is locked, or what holds it is. */
export function lockOfBlock(host: ModeHost, uuid: string): EditorRefusal | null {
  return refuseLocked(lockTreeOf(host), [uuid])?.code ?? null;
}

function lockTreeOf(host: ModeHost): LockTree {
  return {
    blocks: host.blocks,
    lockedByOthers: host.lockedByOthers,
    layout: {
      ancestorsOf: (uuid) => ancestorsOf(host, uuid),
      withDescendants: (uuids) => [...uuids].flatMap((uuid) => withDescendants(host, uuid)),
    },
  };
}
