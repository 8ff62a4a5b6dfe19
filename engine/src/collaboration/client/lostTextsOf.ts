import { isRecord } from '../../model/isRecord.ts';
import { intentsSchema } from '../protocol/intents.ts';

/** A text that a person has typed and that did not get into the page; theirs to take or dismiss. */
export interface LostText {
  readonly id: string;
  readonly thingUuid: string;
  /** A rich-text document, or plain text. */
  readonly text: unknown;
  readonly keptAtMs: number;
}

/** A text and whose it was. */
export type FoundText = Pick<LostText, 'thingUuid' | 'text'>;

/** The texts that intents would have written, or of some blocks alone. */
export function textsOfIntents(
  intents: readonly unknown[],
  only?: ReadonlySet<string>,
): FoundText[] {
  const parsed = intentsSchema.safeParse(intents);
  if (!parsed.success) return [];
  return parsed.data
    .flatMap((intent): FoundText[] => {
      if (intent.type === 'update-things')
        return intent.updated.flatMap(({ uuid, values = [] }) =>
          values
            .filter(({ path, to }) => path.at(-1) === 'text' && isText(to))
            .map(({ to }) => ({ thingUuid: uuid, text: to })),
        );
      if (intent.type !== 'add-things') return [];
      return intent.things.flatMap((block) => textsOfBlock(block.uuid, block.content));
    })
    .filter(({ thingUuid }) => only?.has(thingUuid) ?? true);
}

/** The texts in a block's content: whatever stands under `text`. */
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
