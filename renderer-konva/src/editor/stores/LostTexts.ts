import {
  type Block,
  createEditor,
  editedBlockOf,
  type Editor,
  type Page,
  type RichText,
  richTextFromPlain,
} from '@cobble/engine';
import { makeAutoObservable, observableRef, reaction } from 'mobx';

/** A text that could not be committed, until the user has taken or discarded it. */
export interface LostText {
  /** Unique in its editor. */
  readonly id: number;
  /** The `ID` of the page that it was typed on. */
  readonly pageId: number;
  readonly plain: string;
  /** The same text with its formatting, if it had any. */
  readonly rich: RichText;
  /** The block that it was typed in, as last shown. */
  readonly block: Block;
}

/** By editor. They outlive the component, like the page. */
const known = new WeakMap<Editor, LostTexts>();

/** Returns the lost texts of an editor. */
export function lostTextsOf(editor: Editor): LostTexts {
  const texts = known.get(editor) ?? new LostTexts(editor);
  known.set(editor, texts);
  return texts;
}

/**
 * Texts that the user typed and the editor could not commit: someone else has locked, changed or
 * removed their blocks, or a hook has refused the edit.
 */
export class LostTexts {
  private all: readonly LostText[] = [];
  private readonly editor: Editor;
  /** The open page, or the previous one during a load: lost texts are reported before the load. */
  private pageId: number;
  /** The blocks whose texts were edited since the last commit: others may only have been moved. */
  private readonly edited = new Set<string>();
  private lastId = 0;

  constructor(editor: Editor) {
    this.editor = editor;
    this.pageId = editor.fields.ID;
    makeAutoObservable<this, 'all' | 'editor' | 'pageId' | 'edited' | 'lastId'>(this, {
      all: observableRef,
      editor: false,
      pageId: false,
      edited: false,
      lastId: false,
    });
    const noteEdited = () => {
      const uuid = editedBlockOf(editor.mode);
      if (uuid !== null) this.edited.add(uuid);
    };
    // Only the editor refers to these, so they are garbage-collected with it.
    reaction(() => editedBlockOf(editor.mode), noteEdited, { fireImmediately: true });
    editor.onRemovedByOthers((block) => {
      if (this.edited.has(block.uuid)) this.add(block);
    });
    editor.onChange((_, origin) => {
      if (origin === 'load') this.pageId = editor.fields.ID;
      if (origin === 'remote') return;
      this.edited.clear();
      // The end of an upload is reported while a text is being edited.
      noteEdited();
    });
  }

  /** Those of the page that is open, the oldest first. Another object after each change. */
  get list(): readonly LostText[] {
    return this.all.filter(({ pageId }) => pageId === this.editor.fields.ID);
  }

  /** The text to ask the user about; null if there is none. */
  get current(): LostText | null {
    return this.list[0] ?? null;
  }

  /** Called when the user has taken or discarded a text. */
  remove(text: LostText): void {
    this.all = this.all.filter(({ id }) => id !== text.id);
  }

  /** Forgets the texts of a page. */
  clear(pageId: number): void {
    if (this.all.some((text) => text.pageId === pageId))
      this.all = this.all.filter((text) => text.pageId !== pageId);
  }

  private add(block: Block): void {
    const { pageId } = this;
    const plain = this.editor.definitionOf(block.type)?.plainText(block.content) ?? '';
    if (plain.trim() === '') return;
    const isKept = this.all.some(
      (text) => text.pageId === pageId && text.block.uuid === block.uuid && text.plain === plain,
    );
    if (isKept) return;
    this.lastId += 1;
    const rich = richTextOf(block) ?? richTextFromPlain(plain);
    this.all = [...this.all, { id: this.lastId, pageId, plain, rich, block }];
  }
}

/**
 * The page with the texts as new blocks, even in locked sections: where they were typed may be locked
 * or changed. A text that is too long for a block is left out.
 */
export function withLostTexts(page: Page, texts: readonly LostText[], kits: Editor['kits']): Page {
  if (texts.length === 0) return page;
  const editor = createEditor({ page, kits });
  const locked = editor.sectionIds.filter((uuid) => editor.blocks.get(uuid)?.locked);
  editor.setLocked(false, locked);
  for (const { rich, block } of texts) {
    const { x, y, width } = block.position;
    const { parentUuid = '' } = block;
    const isPlaced = editor.sectionIds.includes(parentUuid);
    const place = isPlaced ? { parentUuid, position: { x, y, width } } : {};
    editor.add({ type: 'text', content: { text: rich }, ...place });
  }
  editor.setLocked(true, locked);
  return editor.stablePage;
}

function richTextOf({ content }: Block): RichText | null {
  const { text } = content as { readonly text?: unknown };
  const isDocument = typeof text === 'object' && text !== null && 'type' in text;
  return isDocument && text.type === 'doc' ? (text as RichText) : null;
}
