import { boundsOfRotated } from '../geometry/boxes.ts';
import { readingOrder } from '../geometry/flow/readingOrder.ts';
import type { ModeHost } from './ModeHost.ts';

/**
 * The ids that Tab goes through, in the order in which a person reads them; it is the order of the
 * published document too.
 *
 * @param parent a group; null means all sections from the top
 */
export function tabOrder(host: ModeHost, parent: string | null): string[] {
  const parents = parent === null ? host.sectionIds : [parent];
  return parents.flatMap((each) =>
    readingOrder(
      host.childrenOf(each).map(({ uuid, position }) => ({
        uuid,
        ...boundsOfRotated(position, position.rotationDeg),
      })),
    ).map((item) => item.uuid),
  );
}
