import { type BuiltinBlockOf, FACADE_COLORS, postsOfChannel } from '@cobble/engine';
import { paintCard } from '../../paint/paintCard.ts';
import type { Painter } from '../../paint/Painter.ts';
import { paintNotice } from '../../paint/paintNotice.ts';
import { paintPosts } from './paintPosts.ts';

/** Posts, the newest first, or a notice when there are none. */
export const paintChannel: Painter<BuiltinBlockOf<'channel'>> = (frame) => {
  const { block, resources } = frame;
  paintCard(frame);
  const posts = resources.posts ? postsOfChannel(block.content, resources.posts) : [];
  if (posts.length === 0) paintNotice(frame, 'No posts yet', FACADE_COLORS.action);
  else paintPosts(frame, posts);
};
