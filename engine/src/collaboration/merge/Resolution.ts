import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { BlockPlacement } from '../../model/blockEdit.ts';
import type { Point } from '../../model/Position.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection, RoomRole } from '../protocol/codes.ts';
import type { ThingUpdate } from '../protocol/intents.ts';

/** What the sender of an op is known to have added, locked and removed. Limits its undos. */
export interface SenderHistory {
  /** Whether the sender was the last to add a block. */
  readonly hasAdded: (uuid: string) => boolean;
  /** Whether the sender was the last to lock or unlock a block, or has added it since. */
  readonly hasLocked: (uuid: string) => boolean;
  /** Whether the sender was the last to remove a block. */
  readonly hasRemoved: (uuid: string) => boolean;
}

/** What the effect of an op depends on, apart from the page. */
export interface ResolveContext {
  readonly kits: readonly Kit[];
  /** The block limit of the owner's plan; null for no limit. */
  readonly maxBlocks: number | null;
  readonly role: RoomRole;
  /** The seq of the newest entry that the sender had seen when it made the op. */
  readonly baseSeq: number;
  /** Whether someone else has the lock on a block now. */
  readonly isLockedByOther: (uuid: string) => boolean;
  readonly senderHistory: SenderHistory;
  /**
   * Blocks whose texts the op may not write because the sender has lost their locks, and why. Only the
   * room knows them.
   */
  readonly lostLocks?: ReadonlyMap<string, OpRejection>;
}

/** The state of resolving one op. */
export interface Resolution extends ResolveContext {
  readonly records: PageRecords;
  /** Removed blocks that the op refers to. */
  readonly gone: Set<string>;
  /**
   * Blocks whose texts are left out, and why: their locks are lost, or someone else has changed them
   * since. Null if someone else has restored the block.
   */
  readonly lostTexts: Map<string, OpRejection | null>;
  /** Blocks of which values are left out, because their content has another version. */
  readonly otherVersions: Set<string>;
  /** Updates whose orders are resolved at the end, among the siblings that exist then. */
  readonly reordered: ThingUpdate[];
  /** Positions relative to a parent that the block has left; converted at the end. */
  readonly converted: Map<string, BlockPlacement>;
  /** Where sections were when this was first needed; null before. */
  origins: ReadonlyMap<string, Point> | null;
  /** The previous heights of sections that the op makes shorter. */
  readonly shrunk: Map<string, number>;
  /** Whether the effect differs from what the sender intended. */
  isModified: boolean;
  hasEffect: boolean;
}
