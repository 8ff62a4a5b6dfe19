import type { CloseReason, Room, RoomSession, RoomTransport } from '@cobble/engine/collaboration';

/** A transport to a room in the same window. Like a network, it delivers later, and can fail. */
export function createLoopback(room: Pick<Room, 'connect'>, session: RoomSession) {
  const open = new Set<(reason?: CloseReason) => void>();
  let isOnline = true;
  const transport: RoomTransport = {
    connect({ onOpen, onMessage, onClose }) {
      const later = (run: () => void) => queueMicrotask(() => open.has(end) && run());
      const end = (reason?: CloseReason) => {
        if (!open.delete(end)) return;
        joined.disconnected();
        onClose(reason);
      };
      open.add(end);
      const joined = room.connect({
        session,
        send: (message) => later(() => onMessage(message)),
        close: (reason) => later(() => end(reason)),
      });
      later(() => (isOnline ? onOpen() : end()));
      return { send: (message) => later(() => joined.receive(message)), close: () => later(end) };
    },
  };
  const setOnline = (value: boolean) => {
    isOnline = value;
    if (!isOnline) for (const end of open) end();
  };
  return { transport, setOnline };
}
