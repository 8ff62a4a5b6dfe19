import {
  asBuiltin,
  type Block,
  createEditor,
  editedBlockOf,
  type Editor,
  type NewBlock,
  type Page,
  type RichText,
  richTextFromPlain,
} from '@cobble/engine';
import type { LostText as TextOfRoom, RoomClient } from '@cobble/engine/collaboration';
import { makeAutoObservable, observableRef, reaction } from 'mobx';

/** A text that could not be committed, until the user has taken or discarded it. */
export interface LostText {
  /** Unique in its editor. */
  readonly id: string;
  /** The `ID` of the page that it was typed on. */
  readonly pageId: number;
  readonly plain: string;
  /** The same text with its formatting, if it had any. */
  readonly rich: RichText;
  /** The id of the block that it was typed in. */
  readonly thingUuid: string;
  /** That block as last shown; null: unknown. */
  readonly block: Block | null;
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
 * removed their blocks, or a hook has refused the edit. In a room, also those that the room has not
 * applied, even if that was before a reload: its client stores them.
 */
export class LostTexts {
  private all: readonly LostText[] = [];
  private room: RoomClient | null = null;
  private readonly editor: Editor;
  /** The open page, or the previous one during a load: lost texts are reported before the load. */
  private pageId: number;
  /** The blocks whose texts were edited since the last commit: others may only have been moved. */
  private readonly edited = new Set<string>();
  private lastId = 0;

  constructor(editor: Editor) {
    this.editor = editor;
    this.pageId = editor.fields.ID;
    makeAutoObservable<this, 'all' | 'room' | 'editor' | 'pageId' | 'edited' | 'lastId'>(this, {
      all: observableRef,
      room: observableRef,
      isOffered: false,
      textNow: false,
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

  /** Sets the room of the page that is open; null: it has none. */
  follow(room: RoomClient | null): void {
    this.room = room;
  }

  /** Those of the page that is open, the oldest first. Another object after each change. */
  get list(): readonly LostText[] {
    const own = this.ofPage;
    return [...own, ...this.ofRoom.filter((text) => !own.some((each) => isSameText(each, text)))];
  }

  /** Those that would be lost with this tab. Another object after each change. */
  get unstored(): readonly LostText[] {
    if (this.room?.storageStatus !== 'working') return this.list;
    const { ofRoom } = this;
    return this.ofPage.filter((text) => !ofRoom.some((each) => isSameText(each, text)));
  }

  private get ofPage(): readonly LostText[] {
    return this.all.filter(({ pageId }) => pageId === this.editor.fields.ID);
  }

  private get ofRoom(): readonly LostText[] {
    return (this.room?.lostTexts ?? []).flatMap((text) => this.readText(text) ?? []);
  }

  /** Whether a text that was typed in a block is offered. */
  isOffered(uuid: string): boolean {
    return this.list.some(({ thingUuid }) => thingUuid === uuid);
  }

  /** What the block of a text says now; null if it is not on the page. Observable. */
  textNow({ thingUuid }: LostText): string | null {
    const block = this.editor.blocks.get(thingUuid);
    return block ? this.plainTextOf(block) : null;
  }

  /** The text to ask the user about; null if there is none. */
  get current(): LostText | null {
    return this.list[0] ?? null;
  }

  /** Called when the user has taken or discarded a text. */
  remove(text: LostText): void {
    this.all = this.all.filter((each) => !isSameText(each, text));
    this.dismissInRoom((each) => isSameText(each, text));
  }

  /** Forgets the texts of a page. */
  clear(pageId: number): void {
    if (this.all.some((text) => text.pageId === pageId))
      this.all = this.all.filter((text) => text.pageId !== pageId);
    this.dismissInRoom((text) => text.pageId === pageId);
  }

  private dismissInRoom(isDone: (text: LostText) => boolean): void {
    for (const each of this.room?.lostTexts ?? []) {
      const text = this.readText(each);
      if (text && isDone(text)) this.room?.dismissLostText(each.id);
    }
  }

  /** Null for a text that has no visible characters, or is damaged. */
  private readText({ id, thingUuid, text }: TextOfRoom): LostText | null {
    if (typeof text !== 'string' && !isDocument(text)) return null;
    const rich = typeof text === 'string' ? richTextFromPlain(text) : text;
    const plain =
      typeof text === 'string' ? text : this.plainTextOf({ type: 'text', content: { text: rich } });
    if (plain.trim() === '') return null;
    const block = this.editor.blocks.get(thingUuid) ?? null;
    return { id: `room-${id}`, pageId: this.editor.fields.ID, plain, rich, thingUuid, block };
  }

  private add(block: Block): void {
    const { pageId } = this;
    const plain = this.plainTextOf(block);
    if (plain.trim() === '') return;
    const rich = richTextOf(block) ?? richTextFromPlain(plain);
    const text = { id: '', pageId, plain, rich, thingUuid: block.uuid, block };
    if (this.all.some((each) => isSameText(each, text))) return;
    this.lastId += 1;
    this.all = [...this.all, { ...text, id: String(this.lastId) }];
  }

  private plainTextOf({ type, content }: Pick<Block, 'type' | 'content'>): string {
    return this.editor.definitionOf(type)?.plainText(content) ?? '';
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
  for (const text of texts) {
    const content = contentOfLostText(text);
    editor.add({ type: 'text', content, ...placeOf(text.block, editor.sectionIds) });
  }
  editor.setLocked(true, locked);
  return editor.stablePage;
}

/**
 * The content of a new text block for a lost text, in the style of the block that it was typed in. The
 * colours of notes and buttons are left out: they are chosen for what is behind the text there.
 */
export function contentOfLostText({ rich, block }: LostText): TextContent {
  const typedIn = asBuiltin(block ?? { type: '' });
  if (typedIn?.type === 'text') {
    const { font, fontSize, color, textAlign, isBold, isItalic } = typedIn.content;
    return withoutUndefined({ text: rich, font, fontSize, color, textAlign, isBold, isItalic });
  }
  if (typedIn?.type === 'sticky-note') {
    const { font, size: fontSize } = typedIn.content.stickyNoteText;
    return withoutUndefined({ text: rich, font, fontSize });
  }
  if (typedIn?.type === 'rich-button') {
    const { font, size: fontSize, bold: isBold } = typedIn.content.richButtonText;
    return withoutUndefined({ text: rich, font, fontSize, isBold });
  }
  return { text: rich };
}

type TextContent = NonNullable<NewBlock<'text'>['content']> & { readonly text: RichText };

/** Without the properties that are undefined, which a block cannot have. */
function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: NonNullable<Value[Key]> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as never;
}

/** Where a text was typed, if that is in a section of the page. */
function placeOf(block: Block | null, sectionIds: readonly string[]): object {
  const { parentUuid = '' } = block ?? {};
  if (!block || !sectionIds.includes(parentUuid)) return {};
  const { x, y, width } = block.position;
  return { parentUuid, position: { x, y, width } };
}

/** Whether two are the same text of the same block: the editor and its room may both report it. */
function isSameText(a: LostText, b: LostText): boolean {
  return a.pageId === b.pageId && a.thingUuid === b.thingUuid && a.plain === b.plain;
}

function richTextOf({ content }: Block): RichText | null {
  const { text } = content as { readonly text?: unknown };
  return isDocument(text) ? text : null;
}

function isDocument(text: unknown): text is RichText {
  return typeof text === 'object' && text !== null && 'type' in text && text.type === 'doc';
}
