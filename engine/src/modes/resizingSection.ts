import { GEOMETRY } from '../constants/geometry.ts';
import { createGesture } from './gesture.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';

/**
 * Drags a section's bottom edge: its height follows live, what stands below moves along. Null when
 * the section may not be resized; the refusal has been told.
 */
export function resizingSection(
  context: InputContext,
  down: PointerInput,
  first: PointerInput,
  section: string,
): InputState | null {
  const { host } = context;
  const height = host.blocks.get(section)?.position.height ?? 0;
  host.begin();
  const resize = (event: PointerInput) =>
    host.resizeSection(section, {
      height: Math.max(GEOMETRY.minBlockDimension, height + event.y - down.y),
    });
  const resized = resize(first);
  if (!resized.ok) {
    host.cancel();
    host.emitRefusal(resized.code);
    return null;
  }
  const mode = { name: 'resizing-section', section } as const;
  return createGesture(context, { mode, move: resize }, first);
}
