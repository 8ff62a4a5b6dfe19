import { roomTransportCases } from '@cobble/engine/conformance';
import { createTestApp, type TestApp, type TestUser } from '../../app/testing/createTestApp.ts';
import { blankInput, openPage } from '../../app/testing/pageInput.ts';
import { Rooms } from '../Rooms.ts';
import { type ClientSocket, socketTransport } from './socketTransport.ts';

describe('the transport of rooms over Socket.IO, with the server', function () {
  this.timeout(120_000);
  let app: TestApp;
  let user: TestUser;
  let page: number;
  const original = Object.getOwnPropertyDescriptor(Rooms.prototype, 'prepare') ?? {};

  before(async () => {
    app = await createTestApp();
    user = await app.signUp('ada', ['pro']);
    await user.browser.post('/api/page', blankInput('shared'));
    page = (await openPage(user, 'shared')).ID;
  });
  after(async () => {
    Object.defineProperty(Rooms.prototype, 'prepare', original);
    await app.stop();
  });

  const create: Parameters<typeof roomTransportCases>[0] = (room) => {
    // The server connects to the suite's room instead of the page's.
    Rooms.prototype.prepare = () => Promise.resolve((peer) => room.connect(peer));
    const sockets: ClientSocket[] = [];
    const { browser } = user;
    return {
      transport: socketTransport({ port: app.port, browser, page }, (socket) => {
        sockets.push(socket);
      }),
      cut: () => {
        for (const { io } of sockets) {
          const { ws } = io.engine.transport as unknown as {
            readonly ws: { readonly terminate: () => void } | null;
          };
          ws?.terminate();
        }
      },
    };
  };
  // Pages of several MB take long on a machine that is busy.
  const cases = roomTransportCases(create, { timeoutMs: 60_000 });
  for (const { name, run } of cases) it(`${name} [R93]`, run);
});
