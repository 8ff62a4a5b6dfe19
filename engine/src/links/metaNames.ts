/**
 * Names of meta tags that authors may set: site verification, descriptions, and instructions for
 * robots. None of them changes how a page behaves in a browser, except that Safari shows a banner
 * for `apple-itunes-app`.
 */
const META_NAMES: ReadonlySet<string> = new Set([
  'ahrefs-site-verification',
  'alexaverifyid',
  'apple-itunes-app',
  'apple-mobile-web-app-title',
  'application-name',
  'author',
  'baidu-site-verification',
  'bingbot',
  'copyright',
  'facebook-domain-verification',
  'fediverse:creator',
  'geo.placename',
  'geo.position',
  'geo.region',
  'google-site-verification',
  'googlebot',
  'keywords',
  'msvalidate.01',
  'naver-site-verification',
  'norton-safeweb-site-verification',
  'p:domain_verify',
  'rating',
  'robots',
  'seznam-wmt',
  'twitter:creator',
  'twitter:site',
  'wot-verification',
  'yandex-verification',
]);

/**
 * Whether an author may set a meta tag with this name, regardless of case. Checked when it is saved
 * and again when it is rendered [SA1].
 */
export function isAllowedMetaName(name: string): boolean {
  return META_NAMES.has(name.toLowerCase());
}
