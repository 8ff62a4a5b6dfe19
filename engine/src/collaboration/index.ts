export type { Clock } from './Clock.ts';
export type { StorageStatus } from './client/ClientStorage.ts';
export type { RoomSocket, RoomTransport } from './client/RoomTransport.ts';
export type { Caret } from './client/ClientPresence.ts';
export type { LostText } from './client/LostTexts.ts';
export { createRoomClient } from './client/RoomClient.ts';
export type { RoomClient } from './client/RoomClient.ts';
export type {
  PublishEvent,
  RejectedOp,
  RoomClientEvents,
  RoomClientOptions,
  RoomClientStatus,
} from './client/RoomClientOptions.ts';
export type { RoomPeople } from './client/RoomPeople.ts';
export { createMemoryStorage } from './client/RoomStorage.ts';
export type { RoomStorage } from './client/RoomStorage.ts';
export { clientMessageSchema } from './protocol/clientMessages.ts';
export type { ClientMessage } from './protocol/clientMessages.ts';
export type {
  CloseReason,
  LockRefusal,
  OpRejection,
  RejectionCode,
  RoomErrorCode,
  RoomRole,
} from './protocol/codes.ts';
export { draftRequestSchema, draftResponseSchema } from './protocol/draftRequest.ts';
export type { DraftRequest, DraftResponse } from './protocol/draftRequest.ts';
export type { Intent } from './protocol/intents.ts';
export { PROTOCOL, ROOM_LIMITS, ROOM_TIMES } from './protocol/limits.ts';
export { replayPatches } from './page/replayPatches.ts';
export { textInParts } from './protocol/messageParts.ts';
export { roomMessageSchema } from './protocol/roomMessages.ts';
export type { Lock, Presence, RoomMessage } from './protocol/roomMessages.ts';
export { ROOM_CLIENT_ID, streamEntrySchema } from './protocol/streamEntry.ts';
export type { PagePatch, StreamEntry } from './protocol/streamEntry.ts';
export { createMemoryLog } from './room/MemoryLog.ts';
export type { MemoryLogOptions } from './room/MemoryLog.ts';
export { createRoom } from './room/Room.ts';
export type { Room } from './room/Room.ts';
export type { MessageRefusal, RoomEvent, StoredOp } from './room/RoomEvent.ts';
export { createWorkBudgets } from './room/WorkBudgets.ts';
export type { WorkBudgets } from './room/WorkBudgets.ts';
export type { AppendOutcome, OpenedRoom, RoomLog, RoomSnapshot } from './room/RoomLog.ts';
export type {
  Published,
  RoomConnection,
  RoomOptions,
  RoomPeer,
  RoomSession,
  RoomState,
} from './room/RoomOptions.ts';
