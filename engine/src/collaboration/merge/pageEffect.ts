import { findDefinition } from '../../blocks/builtinBlocks.ts';
import { redesignBlock, redesignPageStyle } from '../../editor/commands/redesignBlock.ts';
import { withPosition } from '../../editor/blockPosition.ts';
import { sliceBlocks } from '../../editor/sliceBlocks.ts';
import { widenBlocks } from '../../editor/widenBlocks.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import { marginOf, type PageFields } from '../../model/Page.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { PageIntent } from '../protocol/intents.ts';
import type { Work } from '../Work.ts';
import type { ResolveContext } from './Resolution.ts';
import { roundLength } from '../../model/Position.ts';

/** What a command does to the page as it is now. */
export interface PageEffect {
  /** New records of blocks; some may equal the old ones. */
  readonly blocks: readonly Block[];
  readonly fields?: PageFields;
}

type Context = Pick<ResolveContext, 'kits' | 'isLockedByOther'>;

/**
 * The effect of a command on the whole page or a section. Both the sender and the room compute it
 * from their own page. A change of the reference width pauses at each block of the page.
 *
 * @returns null if there is no such section, or an undo finds a width that someone else set
 */
export function* pageEffect(
  records: PageRecords,
  intent: PageIntent,
  context: Context,
): Work<PageEffect | null> {
  if (intent.type === 'set-reference-width') return yield* redesignEffect(records, intent, context);
  const section = records.blocks.get(intent.section);
  if (section?.parentUuid !== undefined || !section) return null;
  const children = [...records.childIds(section.uuid)].flatMap(
    (uuid) => records.blocks.get(uuid) ?? [],
  );
  if (intent.type === 'slice-section') return sliceEffect(records, section, children, intent);
  const { width, from } = intent;
  if (from !== undefined && from !== section.position.width) return null;
  return { blocks: widenBlocks(section, children, width) };
}

function* redesignEffect(
  { blocks, fields }: PageRecords,
  { px, scale, from }: PageIntent & { readonly type: 'set-reference-width' },
  { kits, isLockedByOther }: Context,
): Work<PageEffect | null> {
  const { settings, style } = fields;
  if (from !== undefined && from !== settings.referenceWidth) return null;
  const factor = px / settings.referenceWidth;
  const definitionOf = (of: string | Block) => findDefinition(of, kits);
  // An undo does not change the appearance of blocks that others are editing.
  const isKept = (uuid: string): boolean => scale && from !== undefined && isLockedByOther(uuid);
  const redesigned: Block[] = [];
  for (const block of blocks.values()) {
    yield;
    if (isKept(block.uuid)) redesigned.push(block);
    else redesigned.push(redesignBlock({ definitionOf }, block, factor, scale));
  }
  return {
    blocks: redesigned,
    fields: {
      ...fields,
      settings: { ...settings, referenceWidth: px },
      style: redesignPageStyle(style, factor, scale),
    },
  };
}

/** Slices a section and, like a commit, makes it tall enough for the blocks that have moved. */
function sliceEffect(
  { fields }: PageRecords,
  section: Block,
  children: readonly Block[],
  intent: PageIntent & { readonly type: 'slice-section' },
): PageEffect {
  const margin = marginOf(fields);
  const sliced = sliceBlocks(section, children, margin, intent);
  let { height } = sliced.section.position;
  sliced.children.forEach((child, index) => {
    if (child === children[index]) return;
    const bounds = rotatedBounds(child);
    height = Math.max(height, roundLength(bounds.y + bounds.height + margin));
  });
  return { blocks: [...sliced.children, withPosition(sliced.section, { height })] };
}
