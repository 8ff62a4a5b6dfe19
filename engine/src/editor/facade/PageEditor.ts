import { runInAction } from 'mobx';
import { createInputMachine } from '../../modes/createInputMachine.ts';
import type { InputMachine } from '../../modes/InputMachine.ts';
import type { ModeHost } from '../../modes/ModeHost.ts';
import type { Block } from '../../model/Block.ts';
import { type Change, diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import { replacePage } from '../commands/replacePage.ts';
import { unleashChaosMonkey } from '../commands/unleashChaosMonkey.ts';
import { checkChange, checkPage, readFields } from '../checkPage.ts';
import type { Editor } from '../Editor.ts';
import type { PageBody } from '../PageBody.ts';
import { checkListener, inputError, readFlag, readIds } from '../readArguments.ts';
import { EditorModes } from './EditorModes.ts';

/** The whole facade: what concerns the page as a whole, on top of reads, edits and modes. */
export class PageEditor extends EditorModes implements Editor, ModeHost {
  protected readonly input: InputMachine = createInputMachine(this);

  replacePage(body: PageBody) {
    this.stopTextEditing();
    return this.state.transact(() => replacePage(this.state, body));
  }
  unleashChaosMonkey() {
    this.stopTextEditing();
    return this.state.transact(() => unleashChaosMonkey(this.state));
  }

  load(page: Page, options: { hasPublishableChanges?: boolean } = {}) {
    checkPage(page, this.kits);
    runInAction(() => {
      this.input.drawing.clear();
      this.input.reset();
      this.state.load(page, readFlag(options, 'hasPublishableChanges') ?? false);
    });
  }
  markPublished(stored: Partial<PageFields>, sent?: Page) {
    const fields = readFields(stored);
    if (sent !== undefined) checkPage(sent, this.kits);
    runInAction(() => {
      this.state.store.setStableFields(fields);
      const isEdited = sent !== undefined && !samePage({ ...sent, ...fields }, this.stablePage);
      this.state.setPublishable(isEdited);
    });
  }

  get progress() {
    return this.state.store.pendingChange();
  }
  applyRemote(change: Change, options: { readonly hasPublishableChanges?: boolean } = {}) {
    checkChange(change);
    this.state.applyRemote(change, readFlag(options, 'hasPublishableChanges') ?? true);
  }

  amendHistory(committed: Change, done: Change) {
    checkChange(done);
    this.state.history.amend(committed, done);
  }
  setLockedByOthers(uuids: Iterable<string>) {
    const ids = readIds(uuids);
    if (!ids.ok) throw inputError('uuids', 'must be ids of blocks');
    this.state.setLockedByOthers(ids.value);
  }

  onRemovedByOthers(listener: (block: Block) => void) {
    checkListener(listener);
    return this.state.onRemovedByOthers(listener);
  }
  onChange(listener: Parameters<Editor['onChange']>[0]) {
    checkListener(listener);
    return this.state.onChange(listener);
  }
}

function samePage(a: Page, b: Page): boolean {
  return isEmptyChange(diffPages(a, b));
}
