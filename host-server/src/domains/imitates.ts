import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import unhomoglyph from 'unhomoglyph';

/**
 * Whether a domain looks like a host of ours, or like a name beneath one, to a person who reads it:
 * `c0bble.example`, or letters of another script. With letters that are not of ASCII it may not
 * have our name under another ending either [DM5].
 *
 * @param name in ASCII, as `readDomainName` gives it
 * @param own host names, in ASCII
 */
export function imitates(name: string, own: readonly string[]): boolean {
  const shown = domainToUnicode(name);
  const looks = skeletonOf(shown);
  const isForeign = shown !== name;
  const labels = looks.split('.');
  return own.some((host) => {
    const ours = skeletonOf(domainToUnicode(host));
    if (looks === ours || looks.endsWith(`.${ours}`)) return true;
    return isForeign && labels.includes(skeletonOf(ownLabel(host)));
  });
}

/** The name that is bought: `cobble` of `app.cobble.example`. */
function ownLabel(host: string): string {
  return parse(host).domainWithoutSuffix ?? host;
}

/**
 * The same for all texts that look the same: the skeleton of UTS 39, without accents and case, which
 * an address bar makes small.
 */
function skeletonOf(text: string): string {
  const bare = (each: string): string => each.normalize('NFD').replace(/\p{M}/gu, '');
  return bare(unhomoglyph(bare(text.toLowerCase()))).toLowerCase();
}
