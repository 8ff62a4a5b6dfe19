import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { iconPath } from '../platforms/icons.ts';
import { isColor } from '../model/colors.ts';
import { defineBlock } from './BlockDefinition.ts';
import { builtinBlocks, type BuiltinBlockType, findDefinition } from './builtinBlocks.ts';
import { defineKit } from './defineKit.ts';
import { detectEmbed, EMBED_PLATFORMS } from './embeds.ts';

const YOUTUBE_ID = 'dQw4w9WgXcQ';
const SPOTIFY_ID = '4uLU6hMCjMI75M1A2tKUQC';

/** Pasted URLs and the blocks that they become. */
const PASTED: readonly (readonly [url: string, type: string, content: object])[] = [
  [`https://www.youtube.com/watch?v=${YOUTUBE_ID}`, 'youtube', { youtubeID: YOUTUBE_ID }],
  [
    `http://youtube.com/watch?feature=share&v=${YOUTUBE_ID}&t=42s`,
    'youtube',
    { youtubeID: YOUTUBE_ID },
  ],
  [`https://m.youtube.com/watch?v=${YOUTUBE_ID}#t=1`, 'youtube', { youtubeID: YOUTUBE_ID }],
  [`https://youtu.be/${YOUTUBE_ID}?si=abc`, 'youtube', { youtubeID: YOUTUBE_ID }],
  [`https://www.youtube.com/shorts/${YOUTUBE_ID}`, 'youtube', { youtubeID: YOUTUBE_ID }],
  [
    `https://www.youtube.com/live/${YOUTUBE_ID}?feature=share`,
    'youtube',
    { youtubeID: YOUTUBE_ID },
  ],
  [
    `https://www.youtube-nocookie.com/embed/${YOUTUBE_ID}?rel=0`,
    'youtube',
    { youtubeID: YOUTUBE_ID },
  ],
  [`https://music.youtube.com/watch?v=${YOUTUBE_ID}&list=RD`, 'youtube', { youtubeID: YOUTUBE_ID }],
  [`  https://youtu.be/${YOUTUBE_ID}\n`, 'youtube', { youtubeID: YOUTUBE_ID }],
  ['https://vimeo.com/76979871', 'vimeo', { vimeo: { id: '76979871' } }],
  [
    'https://vimeo.com/76979871/ab12cd34ef',
    'vimeo',
    { vimeo: { id: '76979871', hash: 'ab12cd34ef' } },
  ],
  [
    'https://player.vimeo.com/video/76979871?h=ab12cd34ef&dnt=1',
    'vimeo',
    { vimeo: { id: '76979871', hash: 'ab12cd34ef' } },
  ],
  ['https://vimeo.com/channels/staffpicks/76979871', 'vimeo', { vimeo: { id: '76979871' } }],
  ...['track', 'album', 'artist', 'show', 'episode', 'playlist'].map(
    (kind) =>
      [
        `https://open.spotify.com/${kind}/${SPOTIFY_ID}?si=abc`,
        'spotify',
        { spotifyURL: `https://open.spotify.com/${kind}/${SPOTIFY_ID}` },
      ] as const,
  ),
  [
    `https://open.spotify.com/intl-de/track/${SPOTIFY_ID}`,
    'spotify',
    { spotifyURL: `https://open.spotify.com/track/${SPOTIFY_ID}` },
  ],
  [
    `https://open.spotify.com/embed/album/${SPOTIFY_ID}?theme=0`,
    'spotify',
    { spotifyURL: `https://open.spotify.com/album/${SPOTIFY_ID}` },
  ],
  [
    'https://soundcloud.com/forss/flickermood?in=x',
    'soundcloud',
    { soundcloudURL: 'https://soundcloud.com/forss/flickermood' },
  ],
  [
    'https://m.soundcloud.com/forss/sets/soulhack',
    'soundcloud',
    { soundcloudURL: 'https://soundcloud.com/forss/sets/soulhack' },
  ],
  ['http://snd.sc/abc12', 'soundcloud', { soundcloudURL: 'https://snd.sc/abc12' }],
  [
    'https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/forss/flickermood',
    'soundcloud',
    { soundcloudURL: 'https://soundcloud.com/forss/flickermood' },
  ],
  ['https://www.twitch.tv/monstercat', 'twitch', { twitchURL: 'https://www.twitch.tv/monstercat' }],
  [
    'https://www.twitch.tv/videos/40464143',
    'twitch',
    { twitchURL: 'https://www.twitch.tv/videos/40464143' },
  ],
  [
    'https://clips.twitch.tv/FunnyClip-ab_12',
    'twitch',
    { twitchURL: 'https://clips.twitch.tv/FunnyClip-ab_12' },
  ],
  [
    'https://www.twitch.tv/monstercat/clip/FunnyClip-ab_12',
    'twitch',
    { twitchURL: 'https://clips.twitch.tv/FunnyClip-ab_12' },
  ],
  [
    'https://twitter.com/jack/status/20',
    'twitter',
    { twitterContentType: 'tweet', twitterUsername: 'jack', twitterTweetID: '20' },
  ],
  [
    'https://x.com/abcdefghijklmno/status/12345678901234567890?s=20',
    'twitter',
    {
      twitterContentType: 'tweet',
      twitterUsername: 'abcdefghijklmno',
      twitterTweetID: '12345678901234567890',
    },
  ],
  [
    'https://mobile.twitter.com/i/web/status/20',
    'twitter',
    { twitterContentType: 'tweet', twitterUsername: '', twitterTweetID: '20' },
  ],
  [
    'https://codepen.io/team/codepen/pen/PNaGbb',
    'codepen',
    { codePenUsername: 'team/codepen', codePenID: 'PNaGbb' },
  ],
  [
    'https://codepen.io/chriscoyier/full/abcDEF?editors=1',
    'codepen',
    { codePenUsername: 'chriscoyier', codePenID: 'abcDEF' },
  ],
  [
    'https://codepen.io/chriscoyier/embed/preview/abcDEF',
    'codepen',
    { codePenUsername: 'chriscoyier', codePenID: 'abcDEF' },
  ],
  [
    'https://someone.bandcamp.com/album/a-record?from=x',
    'bandcamp',
    { bandcamp: { id: '', kind: 'album', url: 'https://someone.bandcamp.com/album/a-record' } },
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/v=2/album=123456/size=large/track=7/',
    'bandcamp',
    { bandcamp: { id: '123456', kind: 'album' } },
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/track=99/size=small/',
    'bandcamp',
    { bandcamp: { id: '99', kind: 'track' } },
  ],
  [
    'https://ada.gumroad.com/l/engine?layout=profile',
    'gumroad',
    { gumroad: { url: 'https://ada.gumroad.com/l/engine' } },
  ],
  ['https://gum.co/engine', 'gumroad', { gumroad: { url: 'https://gum.co/engine' } }],
  [
    'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform?usp=sf_link',
    'google-forms',
    { googleFormsURL: 'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform' },
  ],
  [
    'https://docs.google.com/forms/u/1/d/1abcDEFghi_jk/edit',
    'google-forms',
    { googleFormsURL: 'https://docs.google.com/forms/d/1abcDEFghi_jk/viewform' },
  ],
  ['https://forms.gle/AbCd1234', 'google-forms', { googleFormsURL: 'https://forms.gle/AbCd1234' }],
  ['https://platformer.substack.com/', 'substack', { substackUsername: 'platformer' }],
  ['https://substack.com/@platformer', 'substack', { substackUsername: 'platformer' }],
  ['https://platformer.substack.com/embed', 'substack', { substackUsername: 'platformer' }],
  [
    'https://www.tiktok.com/@scout2015/video/6718335390845095173?lang=en',
    'tiktok',
    { username: 'scout2015', videoId: '6718335390845095173' },
  ],
  [
    'https://www.tiktok.com/embed/v2/6718335390845095173',
    'tiktok',
    { username: '', videoId: '6718335390845095173' },
  ],
  [
    'https://form.typeform.com/to/moe6aa#name=x',
    'typeform',
    { typeformURL: 'https://form.typeform.com/to/moe6aa' },
  ],
  [
    'https://ada-shop.myshopify.com/collections/all/products/tea-cup?variant=1',
    'shopify',
    { url: 'https://ada-shop.myshopify.com/products/tea-cup' },
  ],
  [
    'https://media0.giphy.com/media/v1.Y2lkPTc5/3o7TKTDn976rzVgky4/200w.gif?cid=x',
    'gif',
    {
      images: {
        default: { url: 'https://media0.giphy.com/media/v1.Y2lkPTc5/3o7TKTDn976rzVgky4/200w.gif' },
      },
    },
  ],
  [
    'https://giphy.com/gifs/some-words-3o7TKTDn976rzVgky4',
    'gif',
    { images: { default: { url: 'https://media.giphy.com/media/3o7TKTDn976rzVgky4/giphy.gif' } } },
  ],
];

/** URLs of the platforms that cannot be embedded; pasting one adds a button with a link. */
const LINKS = [
  'https://www.youtube.com/@someone',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/watch?v=tooshort',
  'https://open.spotify.com/user/someone',
  `https://open.spotify.com/track/${SPOTIFY_ID}/lyrics`,
  'https://open.spotify.com/audiobook/4uLU6hMCjMI75M1A2tKUQC',
  'https://soundcloud.com/discover',
  'https://soundcloud.com/',
  'https://www.twitch.tv/directory',
  'https://twitter.com/jack',
  'https://x.com/abcdefghijklmnop/status/20',
  'https://x.com/jack/status/123456789012345678901',
  'https://codepen.io/chriscoyier',
  'https://bandcamp.com/tag/ambient',
  'https://app.gumroad.com/l/engine',
  'https://docs.google.com/document/d/1abcDEFghi_jk/edit',
  'https://platformer.substack.com/p/a-post',
  'https://platformer.substack.com/recommendations',
  'https://open.substack.com/',
  'https://www.tiktok.com/@scout2015',
  'https://ada.typeform.com/',
  'https://shop.example/products/tea-cup',
  'https://giphy.com/search/cats',
  'https://vimeo.com/about',
];

/** URLs that resemble a platform's but lead elsewhere or do something else. */
function impostors(url: string): string[] {
  const { hostname, pathname, search } = new URL(url.trim());
  const rest = pathname + search;
  const changed = [
    `https://${hostname}.evil.example${rest}`,
    `https://evil.example/${hostname}${rest}`,
    `https://${hostname.replace(/[^.]+\.[^.]+$/, 'not$&')}${rest}`,
    `https://${hostname}@evil.example${rest}`,
    `https://user:pass@${hostname}${rest}`,
    `https://evil.example\\@${hostname}${rest}`,
    `https://evil.example#@${hostname}${rest}`,
    `https://${hostname}:8443${rest}`,
    `https://${hostname}.${rest}`,
    `//${hostname}${rest}`,
    `https:////${hostname}${rest}`,
    `https:/${hostname}${rest}`,
    `https:\\\\${hostname}${rest}`,
    `https://${hostname}/\\${rest.slice(1)}`,
    `ht\ttps://${hostname}${rest}`,
    `https://${hostname.slice(0, 3)}\t${hostname.slice(3)}${rest}`,
    `https://${hostname}\n${rest}`,
    `https://${hostname}${pathname}\t${search}#a`,
    `javascript:alert(1)//https://${hostname}${rest}`,
    `data:text/html,https://${hostname}${rest}`,
    `ftp://${hostname}${rest}`,
    `https://${hostname.replace('.', '%2E')}${rest}`,
    `https://${hostname.replace(/[aeo](?=[^.]*\.[^.]+$)/, '\u043e')}${rest}`,
    `https://${hostname.replace(/[.](?=[^.]+$)/, '\u3002')}${rest}`,
    `${hostname}${rest}`,
  ];
  return changed.filter((bad) => bad !== `https://${hostname}${rest}`);
}

const embedOf = (type: string) => findDefinition(type)?.embed;

describe('detectEmbed', () => {
  for (const [url, type, content] of PASTED)
    it(`recognises ${url.trim()} as ${type} [B3]`, () => {
      expect(detectEmbed(url)).to.deep.include({ type, content });
    });

  for (const url of LINKS)
    it(`treats ${url} as a link [B3]`, () => {
      expect(detectEmbed(url)).to.equal(null);
    });

  it('recognises the page address of each embed as the same embed [B3]', () => {
    for (const [url, type] of PASTED) {
      const found = detectEmbed(url);
      const page = found && embedOf(type)?.pageUrl(found.content);
      if (page) expect(detectEmbed(page)?.content, page).to.deep.equal(found.content);
    }
  });

  it('returns valid content for the type, and its size [B3]', () => {
    for (const [url, type] of PASTED) {
      const found = detectEmbed(url);
      const definition = findDefinition(type);
      expect(definition?.content.safeParse(found?.content).success, url).to.equal(true);
      const own = definition?.defaultSizePx?.(found?.content ?? {});
      const isWide = (own?.width ?? 0) > 480;
      expect(found?.sizePx).to.deep.equal(isWide ? { width: 480, height: 240 } : own);
    }
  });

  it('limits the width to 480 px, with the type’s aspect ratio [E10]', () => {
    const tweet = detectEmbed('https://twitter.com/ada/status/1');
    expect(tweet?.sizePx).to.deep.equal({ width: 480, height: 240 });
    const wideKit = defineKit({
      block: defineBlock({
        type: 'wide',
        content: z.looseObject({}),
        defaultContent: () => ({}),
        defaultSizePx: () => ({ width: 1200, height: 300 }),
        recognize: (url) => (url === 'https://wide.example/' ? {} : null),
      }),
    });
    const found = detectEmbed('https://wide.example/', [wideKit]);
    expect(found?.sizePx).to.deep.equal({ width: 480, height: 120 });
  });

  it('rejects URLs that only resemble a platform’s [B4]', () => {
    for (const [url] of PASTED)
      for (const bad of impostors(url)) {
        const found = detectEmbed(bad);
        expect(found, JSON.stringify(bad)).to.equal(null);
      }
  });

  it('never throws, and recognises only URLs of the platform itself [B4, B6]', () => {
    const split = (url: string): string[] => url.trim().split(/(?<=[/?=.:@])/);
    const pieces = fc.constantFrom(
      ...PASTED.flatMap(([url]) => split(url)),
      ...['%2e', '\t', '\u0000', '..', '//', '@', '#', '?', 'evil.example', '<script>', '"'],
    );
    const join = (all: readonly string[]): string => all.join('');
    const damaged = fc
      .tuple(fc.constantFrom(...PASTED), fc.nat(), fc.nat(2), fc.array(pieces, { maxLength: 2 }))
      .map(([[url], at, removed, added]) => {
        const all = split(url);
        return join(all.toSpliced(at % all.length, removed, ...added));
      });
    const hosts = PASTED.map(([url]) => new URL(url.trim()).host);
    const moved = fc
      .tuple(
        fc.constantFrom(...PASTED),
        fc.constantFrom(...hosts, 'evil.example', 'evil.example', '$&:8443', 'user@$&'),
      )
      .map(([[url], host]) => url.trim().replace(/(?<=\/\/)[^/]+/, host));
    let recognised = 0;
    fc.assert(
      fc.property(
        fc.oneof(fc.array(pieces).map(join), damaged, moved, fc.webUrl(), fc.string()),
        (url) => {
          const found = detectEmbed(url);
          if (!found) return;
          recognised += 1;
          const { protocol, username, password, port, hostname } = new URL(url);
          expect(protocol, url).to.match(/^https?:$/);
          expect(username + password + port, url).to.equal('');
          expect(hostname, url).to.match(PASTED_HOSTS[found.type] ?? /^$/);
          expectOwnAddresses(found.type, found.content);
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
    expect(recognised).to.be.above(100);
  });

  it('tries kits after the built-in types', () => {
    const block = {
      ...builtinBlocks.youtube,
      type: 'peer-tube',
      recognize: (url: string) => (url.includes('tube') ? { youtubeID: YOUTUBE_ID } : null),
      embed: { ...embedOf('youtube'), platform: 'PeerTube' },
    };
    const kits = [{ block: block as never }];
    expect(detectEmbed('https://tube.example/w/1', kits)).to.include({ platform: 'PeerTube' });
    expect(detectEmbed(`https://youtu.be/${YOUTUBE_ID}`, kits)).to.include({ platform: 'YouTube' });
  });
});

/** The hosts whose addresses are recognised as each platform's. */
const PASTED_HOSTS: Readonly<Record<string, RegExp>> = {
  bandcamp: /^(.+\.)?bandcamp\.com$/,
  codepen: /^codepen\.io$/,
  'google-forms': /^(docs\.google\.com|forms\.gle)$/,
  gumroad: /^(.+\.gumroad\.com|gum\.co)$/,
  shopify: /^.+\.myshopify\.com$/,
  soundcloud: /^((www|m|w)\.)?soundcloud\.com$|^snd\.sc$/,
  spotify: /^(open|play)\.spotify\.com$/,
  substack: /^(.+\.)?substack\.com$/,
  tiktok: /^(www\.|m\.)?tiktok\.com$/,
  twitch: /^((www|m|clips|player)\.)?twitch\.tv$/,
  twitter: /^((www|mobile)\.)?(twitter|x)\.com$/,
  typeform: /^.+\.typeform\.com$/,
  vimeo: /^((www|player)\.)?vimeo\.com$/,
  youtube: /^((www|m|music)\.)?youtube(-nocookie)?\.com$|^youtu\.be$/,
  gif: /^(media\d?\.|i\.)?giphy\.com$/,
};

/** The hosts allowed for each platform's pages, frames and images. */
const OWN_HOSTS: Readonly<Record<string, RegExp>> = {
  bandcamp: /(^|\.)bandcamp\.com$/,
  codepen: /^codepen\.io$/,
  'google-forms': /^(docs\.google\.com|forms\.gle)$/,
  gumroad: /(^|\.)gumroad\.com$|^gum\.co$/,
  shopify: /./,
  soundcloud: /(^|\.)soundcloud\.com$|^snd\.sc$/,
  spotify: /^open\.spotify\.com$/,
  substack: /^[a-z\d-]+\.substack\.com$/,
  tiktok: /^www\.tiktok\.com$/,
  twitch: /(^|\.)twitch\.tv$/,
  twitter: /^(x\.com|(syndication|platform)\.twitter\.com)$/,
  typeform: /\.typeform\.com$/,
  vimeo: /(^|\.)vimeo\.com$/,
  youtube: /^(www\.youtube(-nocookie)?\.com|i\.ytimg\.com)$/,
  gif: /\.giphy\.com$/,
};

function expectOwnAddresses(type: string, content: object): void {
  const embed = embedOf(type);
  const addresses = [
    embed?.pageUrl(content),
    embed?.frameUrl(content, 'ada.example.com'),
    embed?.imageUrl?.(content),
  ];
  for (const address of addresses) {
    if (!address) continue;
    const url = new URL(address);
    expect(url.protocol, address).to.equal('https:');
    expect(url.username + url.password + url.port, address).to.equal('');
    expect(url.hostname, address).to.match(OWN_HOSTS[type] ?? /^$/);
    expect(address).to.match(/^[\w:/.?=&%@+~#-]+$/);
  }
}

describe('EMBED_PLATFORMS', () => {
  it('lists all embeds, each with an icon and a colour', () => {
    expect(EMBED_PLATFORMS.map(({ type }) => type)).to.deep.equal([
      ...['bandcamp', 'codepen', 'google-forms', 'gumroad', 'shopify', 'soundcloud', 'spotify'],
      ...['substack', 'tiktok', 'twitch', 'twitter', 'typeform', 'vimeo', 'youtube'],
    ]);
    for (const { icon, color } of EMBED_PLATFORMS) {
      expect(iconPath(icon), icon).not.to.equal(null);
      expect(isColor(color)).to.equal(true);
    }
  });

  it('lists the default sizes of the specification', () => {
    const size = (type: string) => EMBED_PLATFORMS.find((each) => each.type === type)?.sizePx;
    expect(size('codepen')).to.deep.equal({ width: 420, height: 420 });
    expect(size('spotify')).to.deep.equal({ width: 300, height: 300 });
    expect(size('twitter')).to.deep.equal({ width: 540, height: 270 });
    expect(size('youtube')).to.deep.equal({ width: 329, height: 185 });
  });

  it('contains every built-in type with an embed', () => {
    const types = Object.keys(builtinBlocks) as BuiltinBlockType[];
    expect(types.filter((type) => embedOf(type))).to.deep.equal(
      EMBED_PLATFORMS.map(({ type }) => type),
    );
  });
});

describe('embed content', () => {
  const samples = PASTED.map(([, type, content]) => ({ type, content }));

  it('builds URLs from validated parts only, on the platform’s hosts [B6]', () => {
    for (const { type, content } of samples) expectOwnAddresses(type, content);
    // An accepted address may have more than the part that is used, such as a query.
    let checked = 0;
    for (const { type, content } of samples)
      for (const [changed] of withEachStringTampered(content)) {
        const parsed = findDefinition(type)?.content.safeParse(changed);
        if (!parsed?.success) continue;
        checked += 1;
        expectOwnAddresses(type, parsed.data);
      }
    expect(checked).to.be.above(100);
  });

  it('escapes the page’s host in a frame’s URL [B6]', () => {
    const host = 'ada.example"&channel=x#';
    for (const { type, content } of samples) {
      const frame = embedOf(type)?.frameUrl(content, host);
      const own = embedOf(type)?.frameUrl(content, 'ada.example');
      if (!frame || !own) continue;
      expect([...new URL(frame).searchParams.keys()], frame).to.eql([
        ...new URL(own).searchParams.keys(),
      ]);
      expect(frame).not.to.include('"');
    }
  });

  it('rejects a malicious value in any field [B5]', () => {
    const hostile = [
      'javascript:alert(1)',
      'https://evil.example/',
      '"><script>alert(1)</script>',
      '../../evil',
      'a/b?c#d',
      `${YOUTUBE_ID}&autoplay=1`,
      '//evil.example',
      'java\tscript:alert(1)',
      'https://user:pass@open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      '__proto__ x',
      12,
      null,
      {},
      [],
    ];
    for (const { type, content } of samples) {
      const definition = findDefinition(type);
      for (const bad of hostile)
        for (const copy of withEachLeaf(content, bad))
          expect(
            definition?.content.safeParse(copy).success,
            `${type} ${JSON.stringify(copy)}`,
          ).to.equal(false);
    }
  });

  it('rejects an id or name with characters before or after it [B5]', () => {
    let checked = 0;
    for (const { type, content } of samples)
      for (const [bad, leaf] of withEachStringTampered(content)) {
        if (leaf.includes('://') || ['album', 'track', 'tweet'].includes(leaf)) continue;
        checked += 1;
        const passes = findDefinition(type)?.content.safeParse(bad).success;
        expect(passes, `${type} ${JSON.stringify(bad)}`).to.equal(false);
      }
    expect(checked).to.be.greaterThan(50);
  });

  it('rejects hosts that are not plain domain names, such as IP addresses [B4]', () => {
    const shop = findDefinition('shopify')?.content;
    expect(shop?.safeParse({ url: 'https://shop.example/products/cup' }).success).to.equal(true);
    for (const host of ['0x7f.1', '127.1', '2130706433.0', 'localhost', '[::1]', 'shop.example.'])
      expect(shop?.safeParse({ url: `https://${host}/products/cup` }).success, host).to.equal(
        false,
      );
  });

  it('may be empty, and then links nowhere [B5]', () => {
    for (const { type } of EMBED_PLATFORMS) {
      const definition = findDefinition(type);
      const content = definition?.defaultContent(() => 0.5) ?? {};
      expect(definition?.content.safeParse(content).success, type).to.equal(true);
      expect(definition?.embed?.pageUrl(content), type).to.equal(null);
      expect(definition?.embed?.frameUrl(content, 'a.example'), type).to.equal(null);
    }
  });

  it('has a frame unless the site or the form of the URL does not allow one', () => {
    const without = samples.filter(({ type, content }) => {
      const embed = embedOf(type);
      return embed && embed.frameUrl(content, 'a.example') === null;
    });
    expect(without.map(({ type }) => type)).to.have.members([
      'bandcamp',
      'google-forms',
      'shopify',
    ]);
  });

  it('passes the page’s host to a Twitch player', () => {
    const frame = embedOf('twitch')?.frameUrl(
      { twitchURL: 'https://www.twitch.tv/monstercat' },
      'ada.example.com',
    );
    expect(frame).to.equal(
      'https://player.twitch.tv/?channel=monstercat&parent=ada.example.com&autoplay=true',
    );
  });
});

/** Returns copies of a value, each with one leaf replaced. */
function withEachLeaf(value: unknown, leaf: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [leaf];
  return Object.entries(value).flatMap(([key, each]) =>
    withEachLeaf(each, leaf).map((changed) => ({ ...value, [key]: changed })),
  );
}

/** Returns copies of a value, each with one string tampered with, and that string's original. */
function withEachStringTampered(value: unknown): [changed: unknown, leaf: string][] {
  if (typeof value === 'string')
    return value === ''
      ? []
      : [
          `${value}"`,
          `${value}/../x`,
          `${value}?a`,
          `${value}?"><script>`,
          `${value} `,
          `${value}\n`,
          ` ${value}`,
          `/${value}`,
        ].map((tampered) => [tampered, value]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    withEachStringTampered(each).map(([changed, leaf]): [unknown, string] => [
      { ...value, [key]: changed },
      leaf,
    ]),
  );
}
