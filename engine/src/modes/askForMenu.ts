import type { InputContext, PointerInput } from './InputContext.ts';
import { targetAt } from './targets.ts';

/**
 * Asks the host for a menu: about what lies under the pointer, which is selected then, unless it is
 * part of the selection already.
 */
export function askForMenu(
  context: InputContext,
  event: Pick<PointerInput, 'x' | 'y' | 'pointerType'>,
): void {
  const { host } = context;
  const block = targetAt(host, event);
  if (block !== null && !host.selection.has(block)) host.select([block]);
  const { x, y, pointerType } = event;
  context.askForMenu({ x, y, block, pointerType });
}
