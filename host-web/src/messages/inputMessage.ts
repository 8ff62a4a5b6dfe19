import type { InputProblem } from '@cobble/engine';
import type { Translate } from './Translate.ts';

/** Returns the message for invalid input [MG4, MG5, MG6]. */
export function inputMessage(
  t: Translate,
  code: InputProblem,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return t(`input.${code}`, { first: 'first', last: 'last', ...details });
}

/** Returns the hint for an address that a smart embed supports. */
export const smartEmbedSupported = (t: Translate, platform: string): string =>
  t('smartEmbed.supported', { platform });
