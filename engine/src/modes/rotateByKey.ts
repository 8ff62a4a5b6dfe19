import { centreOf } from '../geometry/boxes.ts';
import { normalizeDeg } from '../geometry/rotation.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import { ok, type Result } from '../model/Result.ts';
import { subjectOf } from './GestureSubject.ts';
import type { ModeHost } from './ModeHost.ts';
import { transformSubject } from './transformSubject.ts';

/**
 * Turns the selection about its centre by a key, as its handle would: of several blocks each turns
 * and wanders round the middle. One entry of the history.
 *
 * @param deg clockwise; a step of over one degree comes to lie on a multiple of itself
 */
export function rotateByKey(host: ModeHost, deg: number): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const { single, bounds } = subject;
  if (single) {
    const rotationDeg = normalizeDeg(stepped(single.rotationDeg, deg));
    const { x, y } = single.box;
    return host.place(new Map([[single.uuid, { x, y, rotationDeg }]]));
  }
  const pivot = centreOf(bounds);
  return host.place(transformSubject(host, subject, { pivot, to: pivot, deg, scale: 1 }));
}

/** The next multiple of a step in its direction. */
function stepped(from: number, deg: number): number {
  const step = Math.abs(deg);
  const steps = from / step;
  // What lies on a multiple but for rounding is taken to lie there.
  const slack = 1e-6;
  return (deg > 0 ? Math.floor(steps + slack) + 1 : Math.ceil(steps - slack) - 1) * step;
}
