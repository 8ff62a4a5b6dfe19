import { observable, runInAction } from 'mobx';
import * as z from 'zod';
import type { Block } from '../../model/Block.ts';
import { isTextPath } from '../../model/blockEdit.ts';
import { equalJson, isRecord } from '../../model/json.ts';
import { plainTextOf } from '../../text/plainTextOf.ts';
import { type Intent, intentsSchema, writesText } from '../protocol/intents.ts';
import type { ClientStorage, StoredEntries } from './ClientStorage.ts';
import { isOfPage, readStoredJson } from './RoomStorage.ts';

/** A text that the user typed and that did not get into the page; offered until dismissed. */
export interface LostText {
  readonly id: string;
  readonly thingUuid: string;
  /** A rich-text document, or plain text. */
  readonly text: unknown;
  readonly keptAtMs: number;
}

/** A text and the block it was typed in. */
export type FoundText = Pick<LostText, 'thingUuid' | 'text'>;

/** The block with an id, if there is one. */
export type BlocksById = (uuid: string) => Block | undefined;

const lostTextSchema = z.object({
  id: z.string(),
  thingUuid: z.string(),
  text: z.unknown(),
  keptAtMs: z.number(),
});
/** Older versions stored no `ID` of the page. */
const storedTextSchema = lostTextSchema.extend({ pageId: z.number().optional() });

/** The lost texts of a client, stored so that they outlive the tab. Observable. */
export class LostTexts {
  private readonly texts = observable.map<string, LostText>(undefined, { deep: false });
  private readonly storage: ClientStorage;
  private readonly createId: () => string;
  private readonly now: () => number;
  private readonly pageId: number | null;

  /** @param pageId the `ID` of the page; null if it is unknown */
  constructor(
    storage: ClientStorage,
    pageId: number | null,
    createId: () => string,
    now: () => number,
  ) {
    this.storage = storage;
    this.pageId = pageId;
    this.createId = createId;
    this.now = now;
  }

  get list(): readonly LostText[] {
    return [...this.texts.values()];
  }

  /**
   * Loads the texts among the stored entries.
   *
   * @param unstored texts that the editor's last client could not store
   */
  load(entries: StoredEntries, unstored: StoredEntries): void {
    for (const [key, value] of [...entries, ...unstored]) {
      const stored = key.startsWith('text:')
        ? storedTextSchema.safeParse(readStoredJson(value))
        : null;
      if (!stored?.success || !isOfPage(stored.data, this.pageId)) continue;
      const { pageId: _, ...text } = stored.data;
      runInAction(() => this.texts.set(text.id, text));
    }
    for (const [key, value] of unstored)
      if (key.startsWith('text:')) void this.storage.put(key, value);
  }

  /** The texts that are not stored yet. */
  get unstored(): StoredEntries {
    return this.storage.unstored.filter(([key]) => key.startsWith('text:'));
  }

  /** Adds texts, except those that are already kept: a redo writes a text a second time. */
  add(found: readonly FoundText[]): void {
    for (const { thingUuid, text } of found) {
      const isKept = this.list.some(
        (kept) => kept.thingUuid === thingUuid && equalJson(kept.text, text),
      );
      if (isKept) continue;
      const lost = { id: this.createId(), thingUuid, text, keptAtMs: this.now() };
      runInAction(() => this.texts.set(lost.id, lost));
      const { pageId } = this;
      void this.storage.put(`text:${lost.id}`, pageId === null ? lost : { ...lost, pageId });
    }
  }

  dismiss(id: string): void {
    runInAction(() => this.texts.delete(id));
    void this.storage.delete(`text:${id}`);
  }
}

/**
 * The texts that intents write; none for invalid intents. One that was only formatted is left out,
 * because its plain text is unchanged. A page that replaces another one writes only those that are not in the
 * same block of `seen`.
 *
 * @param seen the blocks that the intents were made for
 */
export function textsOfIntents(intents: readonly unknown[], seen: BlocksById): FoundText[] {
  const parsed = intentsSchema.safeParse(intents);
  if (!parsed.success) return [];
  return parsed.data.flatMap((intent): FoundText[] => {
    if (intent.type === 'update-things')
      return intent.updated.flatMap(({ uuid, values = [] }) =>
        values
          .filter(({ path, to }) => isTextPath(path) && isText(to))
          .filter(({ from, to, guarded }) => !guarded || plainTextOf(from) !== plainTextOf(to))
          .map(({ to }) => ({ thingUuid: uuid, text: to })),
      );
    if (!('things' in intent)) return [];
    const texts = intent.things.flatMap((block) => textsOfBlock(block.uuid, block.content));
    return intent.type === 'replace-page' ? missingTexts(texts, seen) : texts;
  });
}

/** The texts that are not in their blocks. */
export function missingTexts(texts: readonly FoundText[], blocks: BlocksById): FoundText[] {
  return texts.filter(({ thingUuid, text }) => {
    const block = blocks(thingUuid);
    return !textsOfBlock(thingUuid, block?.content).some((each) => equalJson(each.text, text));
  });
}

/** The ids of blocks whose texts `update-things` intents write, including blank ones. */
export function blocksWithTextEdits(intents: readonly Intent[]): string[] {
  return intents.flatMap((intent) =>
    intent.type === 'update-things'
      ? intent.updated.flatMap((update) => (writesText(update) ? [update.uuid] : []))
      : [],
  );
}

/** The documents and non-blank strings in `text` properties of a block's content, at any depth. */
export function textsOfBlock(thingUuid: string, content: unknown): FoundText[] {
  if (!isRecord(content)) return [];
  return Object.entries(content).flatMap(([key, value]) => {
    if (key === 'text' && isText(value)) return [{ thingUuid, text: value }];
    return isRecord(value) ? textsOfBlock(thingUuid, value) : [];
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : isRecord(value) && value.type === 'doc';
}
