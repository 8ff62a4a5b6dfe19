import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const NAME = /^\w{1,15}$/;
const TWEET = /^\d{1,20}$/;

const content = z.looseObject({
  twitterContentType: z.enum(['profile', 'tweet']),
  twitterUsername: embedIdSchema(NAME, 'a Twitter username with up to 15 characters').optional(),
  twitterTweetID: embedIdSchema(TWEET, 'the id of a tweet, with up to 20 digits').optional(),
});
type Content = z.infer<typeof content>;

/** Recognises tweets only: a pasted profile URL becomes a button [X16]. */
function recognize(url: string): Content | null {
  const address = readWebAddress(url);
  if (address?.host !== 'twitter.com' && address?.host !== 'x.com') return null;
  const path =
    address.path[0] === 'i' ? address.path.filter((part) => part !== 'web') : address.path;
  const [name = '', form = '', id = ''] = path;
  if ((form !== 'status' && form !== 'statuses') || !NAME.test(name) || !TWEET.test(id))
    return null;
  return {
    twitterContentType: 'tweet',
    twitterUsername: name === 'i' ? '' : name,
    twitterTweetID: id,
  };
}

function pageUrl({ twitterContentType: type, twitterUsername: name, twitterTweetID: id }: Content) {
  if (type === 'profile') return name ? `https://x.com/${name}` : null;
  return id ? `https://x.com/${name || 'i'}/status/${id}` : null;
}

/** A tweet, or the latest tweets of a profile. Default size 540 by 270. */
export const twitter = defineBlock({
  type: 'twitter',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 540, height: 270 }),
  defaultContent: () => ({
    twitterContentType: 'tweet' as const,
    twitterUsername: '',
    twitterTweetID: '',
  }),
  defaultStyles: { borderRadiusPx: 12 },
  altText: ({ twitterContentType: type, twitterUsername: name }) =>
    type === 'profile'
      ? name
        ? `Tweets by @${name}`
        : 'Tweets'
      : name
        ? `Tweet by @${name}`
        : 'Tweet',
  recognize,
  embed: {
    platform: 'Twitter',
    icon: 'twitter',
    color: '#1DA1F2',
    action: 'Read on Twitter',
    pageUrl,
    frameUrl: (value) => {
      const { twitterContentType: type, twitterUsername: name, twitterTweetID: id } = value;
      if (pageUrl(value) === null) return null;
      return type === 'profile'
        ? `https://syndication.twitter.com/srv/timeline-profile/screen-name/${name ?? ''}`
        : `https://platform.twitter.com/embed/Tweet.html?id=${id ?? ''}&dnt=true`;
    },
  },
});
