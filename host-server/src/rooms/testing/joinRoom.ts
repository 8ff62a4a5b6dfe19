import { createEditor, defaultEnvironment, type Editor, type Page } from '@cobble/engine';
import {
  createMemoryStorage,
  type ClientMessage,
  createRoomClient,
  type RoomClient,
} from '@cobble/engine/collaboration';
import { when } from 'mobx';
import type { TestApp } from '../../app/testing/createTestApp.ts';
import type { TestUser } from '../../app/testing/signUp.ts';
import { ROOM_CLOCK } from '../Rooms.ts';
import { type ClientSocket, socketTransport } from './socketTransport.ts';

/** An editor that is connected to the room of its page. */
export interface Participant {
  readonly editor: Editor;
  readonly client: RoomClient;
  /** Sends a message that the client would not. */
  forge(message: unknown): void;
  /** Waits until the room has decided on all of its edits. */
  saved(): Promise<void>;
}

/** For a machine that is busy. */
const TIMEOUT = { timeout: 60_000 };

/**
 * Opens a page in an editor and connects it to the page's room. The caller closes the client.
 *
 * @param app whose port is read at each connection.
 * @param onSocket called with each of its connections.
 */
export function joinRoom(
  app: Pick<TestApp, 'port'>,
  user: TestUser,
  page: Page,
  onSocket: (socket: ClientSocket) => void = () => undefined,
): Participant {
  const editor = createEditor({ page });
  let socket: ClientSocket | null = null;
  const options = {
    get port() {
      return app.port;
    },
    ...{ browser: user.browser, page: page.ID },
  };
  const client = createRoomClient({
    transport: socketTransport(options, (opened) => {
      socket = opened;
      onSocket(opened);
    }),
    editor,
    accountId: user.account.ID,
    baseSeq: page.revision,
    clock: ROOM_CLOCK,
    storage: createMemoryStorage(),
    random: Math.random,
    createId: defaultEnvironment.createId,
  });
  return {
    editor,
    client,
    forge: (message) => void socket?.emit('message', message as ClientMessage),
    saved: () => when(() => client.status === 'live' && client.pendingCount === 0, TIMEOUT),
  };
}

/** Waits until a condition on observable values holds. */
export function until(condition: () => boolean): Promise<void> {
  return when(condition, TIMEOUT);
}
