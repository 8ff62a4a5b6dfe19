import type { Translate } from '../messages/translate.ts';
import type { Person } from './Person.ts';

/** How a person is called on the canvas and in announcements: 'Ada', 'Ada (you)' or 'Someone'. */
export function personName(t: Translate, person: Person | null): string {
  if (!person) return t('someone');
  const { name, isYou } = person;
  if (name === null) return t(person.isQuiet ? 'someone' : 'guest');
  return isYou ? t('ownTab', { name }) : name;
}
