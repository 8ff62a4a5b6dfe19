import { intlLocale } from '../../messages/intlLocale.ts';
import type { Translate } from './Translate.ts';

/**
 * The day and the time of a moment, such as 'Today at 14:32', in the browser's time zone.
 *
 * @param locale the browser's is used instead of a malformed one
 */
export function formatDayAndTime(
  t: Translate,
  locale: string,
  thenMs: number,
  nowMs: number,
): string {
  const [then, now] = [new Date(thenMs), new Date(nowMs)];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocale(locale), options).format(then);
  const time = format({ timeStyle: 'short' });
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return t('recoveryDialog.today', { time });
  if (then.toDateString() === yesterday.toDateString())
    return t('recoveryDialog.yesterday', { time });
  const isThisYear = then.getFullYear() === now.getFullYear();
  const date = format({
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return t('recoveryDialog.date', { date, time });
}
