import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { lockOfBlock, subjectOf } from './GestureSubject.ts';
import type { ModeHost, Placement } from './ModeHost.ts';
import { ancestorsOf } from './targets.ts';

/**
 * Moves the selection into the section above or below its own, as far from that one's top, and no
 * lower than where it still fits. Nothing happens at the page's ends, and to what lies in a group.
 *
 * @returns refused with the lock of a block or of the section that is gone to
 */
export function moveToSection(host: ModeHost, by: -1 | 1): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const { roots, bounds } = subject;
  const placements = new Map<string, Placement>();
  for (const { uuid, box } of roots) {
    const [parent] = ancestorsOf(host, uuid);
    const index = parent === undefined ? -1 : host.sectionIds.indexOf(parent);
    const target = index < 0 ? undefined : host.sectionIds[index + by];
    const from = parent === undefined ? null : host.boxOf(parent);
    const to = target === undefined ? null : host.boxOf(target);
    if (target === undefined || !from || !to) continue;
    const lock = lockOfBlock(host, target);
    if (lock) return refuse(lock);
    const top = Math.max(0, Math.min(bounds.y - from.y, to.height - bounds.height));
    placements.set(uuid, { x: box.x, y: to.y + top + box.y - bounds.y, parentUuid: target });
  }
  return placements.size === 0 ? ok(null) : host.place(placements);
}
