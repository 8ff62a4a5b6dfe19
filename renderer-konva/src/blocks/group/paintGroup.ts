import type { BuiltinBlockOf } from '@cobble/engine';
import type { Painter } from '../../paint/PaintResources.ts';

/**
 * A group paints nothing itself: its background is painted for every type, its children above it.
 */
export const paintGroup: Painter<BuiltinBlockOf<'group'>> = () => undefined;
