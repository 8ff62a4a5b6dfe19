import type { BuiltinBlockOf } from '@cobble/engine';
import type { Painter } from '../../paint/Painter.ts';

/** A group shows nothing of its own: its background is common, and what it holds is painted over it. */
export const paintGroup: Painter<BuiltinBlockOf<'group'>> = () => undefined;
