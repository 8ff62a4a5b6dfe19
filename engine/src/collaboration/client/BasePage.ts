import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import { diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';

/** A page as it is in the stream, without pending ops. */
export interface BasePage {
  readonly page: Page;
  /** The seq that the page corresponds to; null if unknown. */
  readonly seq: number | null;
}

/** By editor, the base page of its last client, and the page as shown, with pending ops applied. */
const closedClients = new WeakMap<Editor<Kit>, { readonly base: BasePage; readonly shown: Page }>();

/**
 * Keeps the base page of a closing client for the next client of the same editor, which reads the
 * pending ops from the storage. If it started from the page that the editor shows, it would apply
 * them a second time.
 */
export function keepBasePage(editor: Editor<Kit>, base: BasePage): void {
  closedClients.set(editor, { base, shown: editor.stablePage });
}

/** The base page of the last client of an editor; null if the editor's page has changed since. */
export function keptBasePage(editor: Editor<Kit>): BasePage | null {
  const kept = closedClients.get(editor);
  return kept && isEmptyChange(diffPages(kept.shown, editor.stablePage)) ? kept.base : null;
}
