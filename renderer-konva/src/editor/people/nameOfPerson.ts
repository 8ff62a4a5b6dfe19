import type { Person } from '../../presence/Person.ts';
import type { Translate } from '../messages/Translate.ts';

/** How a person is called in the interface: 'Ada', 'Ada (you)', 'Guest' or 'Someone'. */
export function nameOfPerson(t: Translate, { name, isQuiet, isYou }: Person): string {
  if (name === null) return isQuiet ? t('people.someone') : t('people.guest');
  return isYou ? t('people.you', { name }) : name;
}
