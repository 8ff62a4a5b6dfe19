import { type BuiltinBlockOf, FACADE_COLORS } from '@cobble/engine';
import { paintCard } from '../../paint/paintCard.ts';
import type { Painter } from '../../paint/Painter.ts';
import { paintNotice } from '../../paint/paintNotice.ts';

/** A region for posts, with what it says while there are none. */
export const paintChannel: Painter<BuiltinBlockOf<'channel'>> = (frame) => {
  paintCard(frame);
  paintNotice(frame, 'No posts yet', FACADE_COLORS.action);
};
