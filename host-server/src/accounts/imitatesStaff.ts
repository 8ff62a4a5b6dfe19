import { skeletonOf } from '../shared/skeleton.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Refused wherever they occur: no ordinary word contains them. */
const ANYWHERE = words('administrator moderator sysadmin');

/** Refused where hyphens, digits or capitals set them apart: `mary-admin`, but not `badminton`. */
const APART = words('admin admins cobble cobbles staff');

/** What staff are called, with or without the product's name. */
const TITLES = words(`
  abuse admin admins billing cobble cobbles helpdesk madeon mod mods official security staff
  superuser support
`);

/** Words that can surround a title without making it look less official. */
const FILLERS = words(`
  account accounts and app apps at blog bot by care careers center centre ceo chat contact crew
  customer customers desk dev developer developers email employee for founder from help helper hq
  inc info jobs legal login mail news of online owner page pages password pay payment payments press
  privacy real refund refunds safety service services signin signup site sites status system team
  tech the town trust us user users verification verified verify web
`);

/** Digits that stand for letters, besides 0 and 1, which UTS 39 covers. */
const DIGIT_LETTERS: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * Returns the same key for usernames that look the same: their UTS 39 skeleton, without hyphens,
 * where digits count as the letters that they resemble. Since usernames ignore case, and a
 * capital I looks like an l, these two count as the same letter.
 */
export function staffKey(username: string): string {
  const letters = username.replaceAll(/[34578]/g, (digit) => DIGIT_LETTERS[digit] ?? digit);
  return skeletonOf(letters.replaceAll('-', '')).replaceAll('i', 'l');
}

const keys = (list: readonly string[]): readonly string[] => list.map(staffKey);
const anywhere = keys(ANYWHERE);
const apart: ReadonlySet<string> = new Set(keys(APART));
const [title, filler] = [keys(TITLES).join('|'), keys(FILLERS).join('|')];
const onlyTitles = new RegExp(`^(?:${filler})*(?:${title})(?:${title}|${filler})*$`);

/**
 * Whether a username presents its owner as the product or its staff (docs/decisions/0142):
 * `rnoderator`, `cobblesupport`, `Cobble-Billing2`, `mary-admin`.
 *
 * @param username a well-formed one.
 */
export function imitatesStaff(username: string): boolean {
  const apartByCase = username.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1-');
  const readings = [
    ...[username, apartByCase],
    apartByCase.replaceAll(/\d+/g, '-'),
    apartByCase.replaceAll(/^\d+|\d+$/g, ''),
  ];
  return readings.some((reading) => {
    const whole = staffKey(reading);
    return (
      onlyTitles.test(whole) ||
      anywhere.some((key) => whole.includes(key)) ||
      reading.split('-').some((part) => apart.has(staffKey(part)))
    );
  });
}
