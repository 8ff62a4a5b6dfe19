import { createEditor, defaultEnvironment, type Editor, type Page } from '@cobble/engine';
import {
  createMemoryStorage,
  createRoomClient,
  type RoomClient,
  type RoomClientEvents,
} from '@cobble/engine/collaboration';
import { when } from 'mobx';
import { TestBrowser } from '../../app/testing/TestBrowser.ts';
import { socketTransport } from '../../rooms/testing/socketTransport.ts';
import { ROOM_CLOCK } from '../../rooms/Rooms.ts';
import type { Member, StagePage } from './RoomStage.ts';

/** A real editor with the engine's room client, over a real Socket.IO client. */
export class EditorClient {
  readonly editor: Editor;
  readonly client: RoomClient;

  constructor(options: {
    /** Read at each connection. */
    readonly port: () => number;
    /** The port that its Host and Origin headers name, if it connects through a proxy. */
    readonly appPort: () => number;
    readonly member: Member;
    readonly stagePage: StagePage;
    /** The page that the editor has at first; by default that of the stage. */
    readonly page?: Page;
    /** The seq of that page; by default its first. */
    readonly baseSeq?: number | null;
    readonly events?: RoomClientEvents;
  }) {
    const { port, appPort, member, stagePage, page = stagePage.page, events } = options;
    // Only its cookies are used.
    const browser = new TestBrowser(0, 'localhost');
    const [name = '', value = ''] = member.cookie.split('=');
    browser.cookies.set(name, value);
    this.editor = createEditor({ page });
    this.client = createRoomClient({
      transport: socketTransport({
        get port() {
          return port();
        },
        get origin() {
          return `http://localhost:${String(appPort())}`;
        },
        ...{ browser, page: stagePage.id },
      }),
      editor: this.editor,
      accountId: member.accountId,
      baseSeq: options.baseSeq === undefined ? 1 : options.baseSeq,
      clock: ROOM_CLOCK,
      storage: createMemoryStorage(),
      random: Math.random,
      createId: defaultEnvironment.createId,
    });
    if (events) this.client.listen(events);
  }

  get isSaved(): boolean {
    return this.client.status === 'live' && this.client.pendingCount === 0;
  }

  /** Waits until the room has decided on all of its edits. */
  async saved(timeoutMs: number): Promise<void> {
    await when(() => this.isSaved, { timeout: timeoutMs });
  }

  /** Waits until it has an entry of the stream. */
  async caughtUp(seq: number, timeoutMs: number): Promise<void> {
    await when(() => (this.client.seq ?? 0) >= seq, { timeout: timeoutMs });
  }

  close(): void {
    this.client.close();
  }
}
