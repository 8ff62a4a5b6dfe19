import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { skeletonOf } from '../shared/skeleton.ts';

/**
 * Whether a domain looks like one of our hosts or their subdomains, such as `c0bble.example` or a
 * spelling with letters of another script. A name with non-ASCII letters also counts if one of its
 * labels looks like our name, under any top-level domain [DM5].
 *
 * @param name in ASCII, as `readDomainName` returns it.
 * @param own our host names, in ASCII.
 */
export function isLookAlike(name: string, own: readonly string[]): boolean {
  const shown = domainToUnicode(name);
  const skeleton = skeletonOf(shown);
  const isNonAscii = shown !== name;
  const labels = skeleton.split('.');
  return own.some((host) => {
    const ownSkeleton = skeletonOf(domainToUnicode(host));
    if (skeleton === ownSkeleton || skeleton.endsWith(`.${ownSkeleton}`)) return true;
    return isNonAscii && labels.includes(skeletonOf(ownLabel(host)));
  });
}

/** The registered label: `cobble` of `app.cobble.example`. */
function ownLabel(host: string): string {
  return parse(host).domainWithoutSuffix ?? host;
}
