import type { Person } from '../../presence/Person.ts';
import type { Translate } from '../messages/Translate.ts';

/**
 * How a person is called in the interface: 'Ada', 'Ada (you)', 'Guest', 'Someone', or for a tab of
 * the user's own without a name 'Your other tab or device'.
 */
export function nameOfPerson(t: Translate, { name, isQuiet, isYou }: Person): string {
  if (name !== null) return isYou ? t('people.you', { name }) : name;
  if (isYou) return t('people.otherTab');
  return isQuiet ? t('people.someone') : t('people.guest');
}
