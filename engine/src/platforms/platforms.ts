import { parseUrl } from '../links/parseUrl.ts';

/** A service that link buttons can lead to. */
export interface LinkPlatform {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** The service's hosts; their subdomains belong to it, too. */
  readonly hosts: readonly string[];
  /** Brand colour; a label on it is light or dark, whichever has more contrast. */
  readonly color: string;
  /** A name for `iconPath`. */
  readonly icon: string;
}

/** Amazon's own country domains. Other top-level domains could belong to anyone. */
const AMAZON_HOSTS = [
  ...(['com', 'ca', 'com.mx', 'com.br', 'co.uk', 'ie', 'de', 'fr', 'it', 'es', 'nl'] as const),
  ...(['com.be', 'se', 'pl', 'com.tr', 'eg', 'sa', 'ae', 'co.za', 'in', 'sg', 'co.jp'] as const),
  ...(['cn', 'com.au'] as const),
].map((ending) => `amazon.${ending}`);

const platform = (
  id: string,
  name: string,
  color: string,
  hosts: readonly string[],
  icon = id,
): LinkPlatform => ({ id, name, hosts, color, icon });

/** The platforms, which are recognised by host; the first one, email, by `mailto:`. */
export const LINK_PLATFORMS: readonly LinkPlatform[] = [
  platform('mailto', 'Email', '#1E1A16', [], 'mail'),
  platform('amazon', 'Amazon', '#FF9900', [...AMAZON_HOSTS, 'amzn.to', 'a.co', 'amzn.eu']),
  platform('apple-music', 'Apple Music', '#FA243C', ['music.apple.com', 'itunes.apple.com']),
  platform('apple', 'Apple', '#000000', ['apple.com', 'apple.co']),
  platform('bandcamp', 'Bandcamp', '#408294', ['bandcamp.com']),
  platform('cash-app', 'Cash App', '#00C244', ['cash.app', 'cash.me']),
  platform('clubhouse', 'Clubhouse', '#FFE450', ['clubhouse.com', 'joinclubhouse.com']),
  platform('discord', 'Discord', '#5865F2', ['discord.com', 'discord.gg', 'discordapp.com']),
  platform('etsy', 'Etsy', '#F16521', ['etsy.com', 'etsy.me']),
  platform('facebook', 'Facebook', '#0866FF', ['facebook.com', 'fb.com', 'fb.me', 'fb.watch']),
  platform('github', 'GitHub', '#181717', ['github.com', 'github.io']),
  platform('instagram', 'Instagram', '#FF0069', ['instagram.com', 'instagr.am']),
  platform('linkedin', 'LinkedIn', '#0A66C2', ['linkedin.com', 'lnkd.in']),
  platform('patreon', 'Patreon', '#000000', ['patreon.com']),
  platform('paypal', 'PayPal', '#002991', ['paypal.com', 'paypal.me']),
  platform('snapchat', 'Snapchat', '#FFFC00', ['snapchat.com']),
  platform('soundcloud', 'SoundCloud', '#FF5500', ['soundcloud.com', 'snd.sc']),
  platform('spotify', 'Spotify', '#1ED760', ['spotify.com', 'spotify.link', 'spoti.fi']),
  platform('substack', 'Substack', '#FF6719', ['substack.com']),
  platform('tiktok', 'TikTok', '#000000', ['tiktok.com']),
  platform('telegram', 'Telegram', '#26A5E4', ['telegram.org', 'telegram.me', 't.me']),
  platform('twitch', 'Twitch', '#9146FF', ['twitch.tv']),
  platform('twitter', 'Twitter', '#1DA1F2', ['twitter.com', 'x.com', 't.co']),
  platform('venmo', 'Venmo', '#008CFF', ['venmo.com']),
  platform('whatsapp', 'WhatsApp', '#25D366', ['whatsapp.com', 'wa.me']),
  platform('youtube', 'YouTube', '#FF0000', ['youtube.com', 'youtu.be']),
];

function isHostOf(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`);
}

/** Returns the platform that a hyperlink leads to, or null if it is unknown or there is no link. */
export function detectLink(url: string): LinkPlatform | null {
  const link = url.trim();
  if (/^mailto:/i.test(link)) return LINK_PLATFORMS[0] ?? null;
  const web = /^https?:\/\//i.test(link) ? parseUrl(link) : null;
  if (web === null) return null;
  const host = web.hostname.toLowerCase().replace(/\.$/, '');
  return LINK_PLATFORMS.find((each) => each.hosts.some((own) => isHostOf(host, own))) ?? null;
}
