import { runInAction } from 'mobx';
import { createInputMachine } from '../../modes/createInputMachine.ts';
import type { InputMachine } from '../../modes/InputMachine.ts';
import type { ModeHost } from '../../modes/ModeHost.ts';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { diffPages, isEmptyChange } from '../../model/changes.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import { type PageBody, replacePage } from '../commands/replacePage.ts';
import { unleashChaosMonkey } from '../commands/unleashChaosMonkey.ts';
import type { Editor } from '../Editor.ts';
import { EditorModes } from './EditorModes.ts';

/** The whole facade: what concerns the page as a whole, on top of reads, edits and modes. */
export class PageEditor extends EditorModes implements Editor, ModeHost {
  protected readonly input: InputMachine = createInputMachine(this);

  replacePage(body: PageBody) {
    this.stopTextEditing();
    return this.core.transact(() => replacePage(this.core, body));
  }
  unleashChaosMonkey() {
    this.stopTextEditing();
    return this.core.transact(() => unleashChaosMonkey(this.core));
  }

  load(page: Page, options: { hasPublishableChanges?: boolean } = {}) {
    runInAction(() => {
      this.input.drawing.clear();
      this.input.reset();
      this.core.load(page, options.hasPublishableChanges ?? false);
    });
  }
  markPublished(stored: Partial<PageFields>, sent?: Page) {
    // A whole page may be handed in, as servers answer with one; its blocks are ours already.
    const { things: _, ...fields } = stored as Partial<Page>;
    runInAction(() => {
      this.core.store.setStableFields(fields);
      const isEdited = sent !== undefined && !samePage({ ...sent, ...fields }, this.stablePage);
      this.core.setPublishable(isEdited);
    });
  }

  get progress() {
    return this.core.store.pendingChange();
  }
  applyRemote(change: Change, options: { readonly hasPublishableChanges?: boolean } = {}) {
    this.core.applyRemote(change, options.hasPublishableChanges ?? true);
  }

  onLost(listener: (block: Block) => void) {
    return this.core.onLost(listener);
  }
  onChange(listener: Parameters<Editor['onChange']>[0]) {
    return this.core.onChange(listener);
  }
}

function samePage(a: Page, b: Page): boolean {
  return isEmptyChange(diffPages(a, b));
}
