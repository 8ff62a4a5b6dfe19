import type { EditorRefusal } from '@cobble/engine';
import type { Translate } from './Translate.ts';

/**
 * The message for a refusal by the editor.
 *
 * @param details of the refusal; `max` is the largest number of blocks that the plan allows
 */
export function editorMessage(
  t: Translate,
  code: EditorRefusal,
  details: Readonly<Record<string, unknown>> = {},
): string {
  if (code === 'things_per_page_limit_exceeded' && typeof details['max'] !== 'number')
    return t('refusal.things_per_page_limit_exceeded_without_max');
  return t(`refusal.${code}`, details);
}
