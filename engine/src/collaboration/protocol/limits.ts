import { ENVELOPE_DEPTH, MAX_DEPTH } from '../../model/json.ts';

/** The version of the protocol. Rooms also accept the previous one. */
export const PROTOCOL = 2;

/** Limits of rooms and their clients [R19]. */
export const ROOM_LIMITS = {
  /** Characters of all strings, including keys, and values in one message. */
  maxMessageChars: 1_000_000,
  maxMessageValues: 130_000,
  /** Values in a message with a part of an op: few, because not every part is charged for. */
  maxPartValues: 16,
  /** A block in a message may be nested as deeply as in a page. */
  maxMessageDepth: MAX_DEPTH - ENVELOPE_DEPTH,
  /**
   * One op, as JSON. An op of more than `partChars` characters is sent in parts of that size, or
   * one less where a part would end within a surrogate pair.
   */
  maxOpChars: 8_000_000,
  maxOpValues: 1_000_000,
  /**
   * Values in one block, in settings and style, and in an item of an op (a block, an update of one,
   * or a changed value): each is handled without a pause.
   */
  maxBlockValues: 15_000,
  maxFieldValues: 5000,
  maxItemValues: 35_000,
  /**
   * Keys of one object in what a client writes. Engines handle an object with thousands much more
   * slowly than several with as many in total.
   */
  maxKeys: 1000,
  partChars: 200_000,
  /** Characters of the unfinished ops of one account and of all together. */
  maxUnfinishedCharsPerAccount: 8_000_000,
  maxUnfinishedChars: 32_000_000,
  /** Ops in one message, intents in one op, blocks in one intent. */
  maxOpsPerMessage: 100,
  maxIntentsPerOp: 50,
  maxThingsPerIntent: 20_000,
  /** Removed blocks to which one op refers; with more, it is rejected as a whole. */
  maxGonePerOp: 1000,
  /** Values that an op changes in one block, or in one edit of the page's fields. */
  maxValuesPerEdit: 1000,
  /**
   * Commands on the whole page or a section, in one op and in one message, and the characters that
   * each counts as for each block of the page.
   */
  maxCommands: 4,
  commandCharsPerBlock: 100,
  /** Ops at once, for example after being offline, and per second. */
  opBurst: 1000,
  opsPerSecond: 50,
  /** Characters at once, and per second. An op in parts counts as a whole, with its first part. */
  charBurst: 8_000_000,
  charsPerSecond: 500_000,
  /** Other messages (locks, requests, unstored ones) at once, and per second. */
  messageBurst: 200,
  messagesPerSecond: 60,
  /** Malformed or too large messages after which a connection is closed. */
  maxMalformedMessages: 100,
  /** Locks held by one client, and named in one message. */
  maxLocksPerClient: 100,
  /** Locks held by all clients of one account, and in the whole room: every `head` lists them. */
  maxLocksPerAccount: 500,
  maxLocks: 2000,
  /** Locks that an op names, including those that its sender has lost. */
  maxLocksPerOp: 1000,
  /** Blocks in one unstored message. */
  maxPresenceThings: 1000,
  /** The greatest position in an edited text that others are shown. */
  maxCaretPosition: 1_000_000,
  /** Followers that a client has stopped, of which it tells the room the newest. */
  maxStoppedFollowers: 100,
  /** Clients that a `head` lists as present; with more in the room, it lists none. */
  maxListedClients: 500,
  /** Characters of unstored messages that everyone is sent per interval, and with a welcome. */
  presenceCharsPerInterval: 10_000,
  maxPresentChars: 100_000,
  /** Waiting ops, of one client, of one account and of all. */
  maxQueuedOpsPerClient: 1000,
  maxQueuedOpsPerAccount: 2000,
  maxQueuedOps: 10_000,
  /** Characters of waiting ops, of one account and of all: twice and four times the largest op. */
  maxQueuedCharsPerAccount: 16_000_000,
  maxQueuedChars: 32_000_000,
  /**
   * Waiting ops of an account, and their characters, that are accepted however much waits of others:
   * as much as one message has.
   */
  freeQueuedOps: 100,
  freeQueuedChars: 1_000_000,
  /**
   * Memory of the waiting and unfinished ops of one account and of all, in all rooms of a process, as
   * characters: the largest op takes 20 million. As much as one message takes is always accepted.
   */
  maxWaitingMemoryPerAccount: 24_000_000,
  maxWaitingMemory: 100_000_000,
  freeWaitingMemory: 2_600_000,
  /**
   * Memory of the newest entries that a room keeps for clients that come back, at most, and that all
   * rooms of a process keep; they may keep twice as much before the oldest are dropped.
   */
  maxRecentMemory: 1_000_000,
  maxAllRecentMemory: 20_000_000,
  /** Ids of removed blocks that a room remembers. */
  maxTombstones: 4000,
  /** Memory of the removed blocks that it remembers whole, not only by id, as characters. */
  maxRemovedMemory: 1_000_000,
  /**
   * Characters of removed blocks that an undo may restore in addition to those that it contains.
   * Each undo of a removal counts as that many more towards the rate limits.
   */
  maxRestoredChars: 100_000,
  /**
   * Entries that a room reads from its log for a client that comes back, and their characters;
   * otherwise it sends the page.
   */
  maxMissedEntries: 2000,
  maxMissedChars: 8_000_000,
  /** Types whose versions a welcome states. */
  maxContentVersions: 1000,
  /**
   * How long rooms may work for one account at once and per second, over all rooms of a process, and
   * how much more it may have used at most, ms.
   */
  workBurstMs: 5000,
  workMsPerSecond: 200,
  maxWorkDebtMs: 10_000,
  /** Characters of what a client has missed that count as one ms of work. */
  missedCharsPerMs: 50_000,
  /** Unread bytes after which a connection is closed. */
  maxBufferedBytes: 4 * 1024 * 1024,
} as const;

/** Times of the protocol. */
export const ROOM_TIMES = {
  lockLeaseMs: 15_000,
  lockRenewMs: 5000,
  lockGraceMs: 10_000,
  /** How long an owner may grant locks without a response from the log. */
  ownerFenceMs: 10_000,
  ownerRenewMs: 5000,
  presenceIntervalMs: 50,
  presenceGoneMs: 3000,
  snapshotAfterMs: 30_000,
  snapshotAfterOps: 200,
  /**
   * Characters of ops after which a room stores a snapshot: as many as the page has, times
   * `snapshotAfterPages`, but at least `snapshotAfterChars`.
   */
  snapshotAfterChars: 100_000,
  snapshotAfterPages: 2,
  /** How long a room waits at least before it stores another snapshot. */
  snapshotPauseMs: 10_000,
  /** After this time without another part, an unfinished op is dropped. */
  partsExpireMs: 30_000,
  /** After this time, a room that is being closed discards what is not stored. */
  closeMs: 5000,
  /** After this time without a response, a client repeats its message. */
  resendAfterMs: 5000,
} as const;
