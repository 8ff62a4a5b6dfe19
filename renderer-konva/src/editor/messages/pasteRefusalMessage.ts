import type { PasteRefusal } from '@cobble/engine';
import type { Translate } from './Translate.ts';

/**
 * The message for a paste that is refused, or null: a text field handles its own paste, and users
 * who may only view the page need no explanation.
 */
export function pasteRefusalMessage(t: Translate, code: PasteRefusal): string | null {
  return code === 'paste_needs_editing' ? t('paste.needsEditing') : null;
}
