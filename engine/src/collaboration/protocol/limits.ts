/** The protocol's number; a room speaks this one and the one before. */
export const PROTOCOL = 1;

/** What a room takes from one client [R19], and how long things last. */
export const ROOM_LIMITS = {
  /** Characters of all strings, keys included, and values in one message. */
  maxMessageChars: 1_000_000,
  maxMessageValues: 200_000,
  maxMessageDepth: 48,
  /** Ops in one message, intents in one op, blocks named by one intent. */
  maxOpsPerMessage: 100,
  maxIntentsPerOp: 50,
  maxThingsPerIntent: 20_000,
  /** Ops that may come at once after a time offline, and a second from then on. */
  opBurst: 1000,
  opsPerSecond: 50,
  /** Characters of ops that may come at once, and a second. */
  charBurst: 8_000_000,
  charsPerSecond: 500_000,
  /** Other messages (locks, questions, unstored ones) at once, and a second. */
  messageBurst: 200,
  messagesPerSecond: 60,
  /** Locks that one client may hold, and name in one message. */
  maxLocksPerClient: 100,
  /** Blocks that one unstored message may name. */
  maxPresenceThings: 1000,
  /** Ops that may wait for the log, of one client and of all. */
  maxQueuedOpsPerClient: 1000,
  maxQueuedOps: 10_000,
  /** Ids of removed blocks that a room keeps; of more the oldest are forgotten. */
  maxTombstones: 4000,
  /** A reader that has this much unread is cut off, bytes. */
  maxBufferedBytes: 4 * 1024 * 1024,
} as const;

/** Times of the protocol. */
export const ROOM_TIMES = {
  lockLeaseMs: 15_000,
  lockRenewMs: 5000,
  lockGraceMs: 10_000,
  /** How long an owner may grant locks after it last heard from the log. */
  ownerFenceMs: 10_000,
  ownerRenewMs: 5000,
  presenceIntervalMs: 50,
  presenceGoneMs: 3000,
  snapshotAfterMs: 30_000,
  snapshotAfterOps: 200,
  /** A client sends again what was not answered for so long. */
  resendAfterMs: 5000,
} as const;
