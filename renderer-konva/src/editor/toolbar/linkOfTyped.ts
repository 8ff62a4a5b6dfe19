import { checkHyperlink, escapeLink } from '@cobble/engine';

/**
 * The link for what was typed in a link field: an email address becomes a `mailto:` link, and
 * characters that links cannot have are escaped. The result may be invalid.
 */
export function linkOfTyped(typed: string): string {
  const link = escapeLink(typed.trim());
  if (checkHyperlink(link) !== 'hyperlink_missing_protocol') return link;
  const email = escapeLink(`mailto:${link}`);
  return checkHyperlink(email) === null ? email : link;
}
