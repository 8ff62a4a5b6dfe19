import { rotatePoint } from '../geometry/boxes.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import { ok, type Result } from '../model/Result.ts';
import { subjectOf } from './GestureSubject.ts';
import type { ModeHost } from './ModeHost.ts';
import { resizeSubject } from './resizing.ts';

/**
 * Makes the selection wider or higher by a key: its right or lower edge moves, as if its handle were
 * dragged there, and what the block then does is the handle's too (a text's height follows its
 * words). A turned block grows along its own edges. One entry of the history.
 *
 * @param axis the edge that moves
 * @param px how far, px at the reference width; negative is smaller
 */
export function resizeByKey(
  host: ModeHost,
  axis: 'x' | 'y',
  px: number,
): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const by = px / host.fields.settings.referenceWidth;
  const along = axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by };
  const { x: dx, y: dy } = rotatePoint(
    along,
    { x: 0, y: 0 },
    subject.single ? subject.single.rotationDeg : 0,
  );
  const drag = { dx, dy, keepAspect: false, fromCentre: false };
  const { placements } = resizeSubject(host, subject, axis === 'x' ? 'e' : 's', drag);
  return host.place(placements);
}
