import type { Translate } from '../messages/translate.ts';
import type { Person } from './Person.ts';

/**
 * How a person is called on the canvas and in announcements: 'Ada', 'Ada (you)', 'Your other tab or
 * device' or 'Someone'.
 *
 * @param person null if they are not in the room any more, as after a crash
 * @param isYou whether it is known from elsewhere, such as a lock, that it is the user
 */
export function personName(t: Translate, person: Person | null, isYou = person?.isYou): string {
  const name = person?.name ?? null;
  if (name !== null) return isYou ? t('ownTab', { name }) : name;
  if (isYou) return t('otherTab');
  return t(person && !person.isQuiet ? 'guest' : 'someone');
}
