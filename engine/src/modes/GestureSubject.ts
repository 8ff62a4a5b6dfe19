import { refuseLocked } from '../editor/locks.ts';
import { boundsOfRotated, unionBoxes } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import type { ModeHost } from './ModeHost.ts';

/** A block as it was when the gesture began, in page space. */
export interface SubjectItem {
  readonly uuid: string;
  readonly block: Block;
  readonly box: Box;
  readonly rotationDeg: number;
}

/** The blocks that a gesture moves. */
export interface GestureSubject {
  /** The selected blocks without descendants of other selected blocks. */
  readonly roots: readonly SubjectItem[];
  /** The roots and their descendants, parents first. */
  readonly all: readonly SubjectItem[];
  /** The box around the rotated corners of the roots. */
  readonly bounds: Box;
  /** The only root, if there is one and it is not a group. */
  readonly single: SubjectItem | null;
}

/** The selection as the subject of a gesture; null if nothing is selected. */
export function subjectOf(host: ModeHost): GestureSubject | null {
  const roots: SubjectItem[] = [];
  const all: SubjectItem[] = [];
  for (const uuid of host.layout.rootsOf(host.selection.ids))
    host.layout.withDescendants([uuid]).forEach((block, index) => {
      const box = host.layout.boxOf(block.uuid);
      if (!box) return;
      const item = { uuid: block.uuid, block, box, rotationDeg: rotationOf(block) };
      all.push(item);
      if (index === 0) roots.push(item);
    });
  const bounds = unionBoxes(roots.map((item) => boundsOfRotated(item.box, item.rotationDeg)));
  if (!bounds) return null;
  const only = roots.length === 1 ? roots[0] : undefined;
  const isGroup = only && host.definitionOf(only.block.type)?.capabilities.holdsBlocks;
  return { roots, all, bounds, single: only && !isGroup ? only : null };
}

/** The subject of a gesture; null if nothing is selected or, which is reported, it is locked. */
export function unlockedSubjectOf(host: ModeHost): GestureSubject | null {
  const locked = refuseLocked(host, [...host.selection.ids], { deep: true });
  if (locked) host.emitRefusal(locked.code);
  return locked ? null : subjectOf(host);
}
