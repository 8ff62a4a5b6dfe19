import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestApp, type TestUser } from './testing/createTestApp.ts';
import { multipart } from './testing/multipart.ts';
import { inputOf, openPage, publish, textBlock } from './testing/pageInput.ts';
import { setRoles } from './testing/servingFixtures.ts';
import type { TestResponse } from './testing/TestBrowser.ts';

const MB = 1024 * 1024;
/** For bodies that stay incomplete for as long as a test takes, however slow the machine is. */
const PATIENT = { baseMs: 600_000, bytesPerSecond: null, idleMs: 600_000 };
const PATIENT_APP = { bodyPace: PATIENT, server: { bodyPace: PATIENT } };

describe('slow and incomplete requests', function () {
  this.timeout(120_000);
  let app: TestApp;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.stop();
  });

  /** A connection that records what it receives. */
  const open = async (
    localAddress = '127.0.0.1',
    { port } = app,
  ): Promise<{ socket: Socket; text: () => string; ended: Promise<void> }> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await once(socket, 'connect');
    return { socket, text: () => received, ended };
  };
  const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  /** A whole response with a body of JSON. */
  const responseOf = async (client: { text: () => string }): Promise<string> => {
    await until(() => /\r\n\r\n[^]*\}$/.test(client.text()));
    return client.text();
  };
  /** Sends the headers of a request and a part of its body. */
  const sendPart = async (
    { browser }: TestUser,
    path: string,
    options: {
      method: string;
      length: number;
      part: string | Buffer;
      headers?: string[];
      /** Another server of the same database. */
      to?: TestApp;
    },
  ) => {
    const { method, length, part, headers = [], to = app } = options;
    const client = await open('127.0.0.1', to);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    client.socket.write(
      [
        ...[`${method} ${path} HTTP/1.1`, `Host: ${to.appHost}`, `Origin: http://${to.appHost}`],
        ...[`Cookie: ${cookie}`, `Content-Length: ${String(length)}`, ...headers, '', ''],
      ].join('\r\n'),
    );
    client.socket.write(part);
    return client;
  };
  const pagePath = (id: number): string => `/api/page/${String(id)}`;
  const JSON_TYPE = 'Content-Type: application/json';
  const archivePath = ({ account }: TestUser): string =>
    `/api/site/${String(account.primarySite.ID)}/archive`;
  const uploadsInProgress = async (): Promise<readonly string[]> =>
    readdir(join(app.dataFolder, 'uploads')).catch(() => []);
  const importPages = async (user: TestUser): Promise<TestResponse> => {
    const archive = await user.browser.get(`${archivePath(user)}?hidden=true`);
    const { body, headers } = multipart([
      { name: 'file', file: archive.bytes, fileName: 'site.zip', type: 'application/zip' },
    ]);
    return user.browser.send(archivePath(user), { method: 'POST', body, headers });
  };
  const halfArchive = (user: TestUser) => {
    const { body, headers } = multipart([
      { name: 'file', file: Buffer.alloc(MB, 1), fileName: 'site.zip', type: 'application/zip' },
    ]);
    const [type = ''] = Object.values(headers);
    return sendPart(user, archivePath(user), {
      method: 'POST',
      length: body.length,
      part: body.subarray(0, body.length / 2),
      headers: [`Content-Type: ${type}`],
    });
  };

  it('do not keep others from importing and uploading [LM8]', async () => {
    app = await createTestApp(PATIENT_APP);
    const [ada, bo] = [await app.signUp('ada'), await app.signUp('bo')];
    for (let count = 0; count < 5; count++) await halfArchive(ada);
    const imported = await importPages(bo);
    expect(imported.status, imported.text).to.equal(200);
    const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const signed = await bo.browser.post('/api/asset/upload/signature');
    const fields = Object.entries(signed.json() as Record<string, string>);
    const { body, headers } = multipart([
      ...fields.map(([name, value]) => ({ name, value })),
      { name: 'file', file, fileName: 'a.png' },
    ]);
    const uploaded = await bo.browser.send('/api/asset/upload', { method: 'POST', body, headers });
    expect(uploaded.status, uploaded.text).to.equal(200);
    await until(async () => (await uploadsInProgress()).length === 5);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await uploadsInProgress()).length === 0);
  });

  it('are refused before their body arrives, where the call is refused anyway [LM5, LM6]', async () => {
    app = await createTestApp();
    const [ada, bo] = [await app.signUp('ada'), await app.signUp('bo')];
    const page = await openPage(bo);
    const half = { method: 'POST', length: 9 * MB, part: 'x'.repeat(MB) };
    const type = 'Content-Type: multipart/form-data; boundary=x';
    const foreign = await sendPart(ada, archivePath(bo), { ...half, headers: [type] });
    expect(await responseOf(foreign))
      .to.include(' 404 ')
      .and.to.include('err_not_found');
    const json = { method: 'PUT', headers: [JSON_TYPE] };
    const large = await sendPart(bo, pagePath(page.ID), { ...json, length: 9 * MB, part: '{' });
    expect(await responseOf(large))
      .to.include(' 413 ')
      .and.to.include('err_payload_too_large');
    const many = `[${'{},'.repeat(600_000)}`;
    const values = await sendPart(bo, pagePath(page.ID), { ...json, length: 4 * MB, part: many });
    expect(await responseOf(values))
      .to.include(' 413 ')
      .and.to.include('err_payload_too_large');
    const deep = await sendPart(bo, pagePath(page.ID), {
      ...json,
      length: MB,
      part: '['.repeat(200),
    });
    expect(await responseOf(deep))
      .to.include(' 400 ')
      .and.to.include('err_bad_request');
  });

  it('get a refusal and lose their connection when they take too long [LM9]', async () => {
    const pace = { baseMs: 300, bytesPerSecond: null, idleMs: 300 };
    // A busy machine may take longer before it begins to read a body.
    app = await createTestApp({ bodyPace: pace });
    const ada = await app.signUp('ada');
    const page = await openPage(ada);
    const hasty = await createTestApp({
      sharesDatabaseOf: app,
      server: { headersMs: 300, bodyPace: pace },
    });
    try {
      const json = { length: 1000, part: '{"a":', headers: [JSON_TYPE] };
      const body = await sendPart(ada, pagePath(page.ID), { ...json, method: 'PUT' });
      const archive = await halfArchive(ada);
      const post = { ...json, method: 'POST' };
      const unread = await sendPart(ada, '/api/nothing', { ...post, to: hasty });
      const silent = await open('127.0.0.1', hasty);
      const headers = await open('127.0.0.1', hasty);
      headers.socket.write('GET / HTTP/1.1\r\nHost: a');
      for (const { ended } of [body, archive, unread, silent, headers]) await ended;
      for (const { text } of [body, archive]) {
        expect(text()).to.include(' 400 ').and.to.include('took too long to arrive');
      }
      expect(unread.text()).to.include(' 404 ');
      await until(async () => (await uploadsInProgress()).length === 0);
      expect((await ada.browser.put(pagePath(page.ID), inputOf(page))).status).to.equal(200);
    } finally {
      await hasty.stop();
    }
  });

  it('may take their time as long as enough of an upload arrives [LM9]', async () => {
    const pace = { baseMs: 1500, bytesPerSecond: 2000, idleMs: 30_000 };
    app = await createTestApp({ bodyPace: pace });
    const ada = await app.signUp('ada');
    const client = await halfArchive(ada);
    await until(async () => (await uploadsInProgress()).length === 1);
    // Beyond the base, within the five minutes that the bytes have granted.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(client.text()).to.equal('');
    expect(client.socket.destroyed).to.equal(false);
  });

  it('may occupy only part of the memory, and leave room for other addresses [LM10]', async () => {
    app = await createTestApp({ ...PATIENT_APP, configuration: { trustedProxies: 1 } });
    const [ada, bo] = [await app.signUp('ada'), await app.signUp('bo')];
    const [adasPage, bosPage] = [await openPage(ada), await openPage(bo)];
    const part = Buffer.from(`{"a":"${'a'.repeat(7.9 * MB)}`);
    const clients: Awaited<ReturnType<typeof open>>[] = [];
    for (let count = 0; count < 20; count++)
      clients.push(
        await sendPart(ada, pagePath(adasPage.ID), {
          method: 'PUT',
          length: 8 * MB,
          part,
          headers: [JSON_TYPE, 'X-Forwarded-For: 10.0.0.1'],
        }),
      );
    const refused = () => clients.filter(({ text }) => text().includes(' 429 ')).length;
    await until(() => refused() >= 12);
    const publish = (user: TestUser, page: typeof bosPage, address: string) =>
      user.browser.put(pagePath(page.ID), inputOf(page), {
        headers: { 'X-Forwarded-For': address },
      });
    expect((await publish(bo, bosPage, '10.0.0.2')).status).to.equal(200);
    expect(refused()).to.be.lessThan(clients.length);
    for (const { socket } of clients) socket.destroy();
    // The bytes are free again.
    await until(async () => (await publish(ada, adasPage, '10.0.0.1')).status !== 429);
  });

  it('no longer take memory once they are refused [LM10]', async () => {
    app = await createTestApp(PATIENT_APP);
    const ada = await app.signUp('ada');
    const page = await openPage(ada);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const part = Buffer.from(`{"a":"${'a'.repeat(5 * MB)}`);
    const clients: Awaited<ReturnType<typeof open>>[] = [];
    // Eight of them fit.
    for (let count = 0; count < 20; count++)
      clients.push(
        await sendPart(ada, pagePath(page.ID), {
          method: 'PUT',
          length: 8 * MB,
          part,
          headers: [JSON_TYPE],
        }),
      );
    await until(() => clients.filter(({ text }) => text().includes(' 429 ')).length === 12);
    await until(() => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before < 80 * MB;
    });
    // If their connections had ended, their memory would be free anyway.
    expect(clients.filter(({ socket }) => socket.closed).length).to.be.lessThan(8);
  });

  it('cannot open more connections than an address may have [LM11]', async () => {
    app = await createTestApp({ server: { connectionsPerAddress: 3 } });
    await open();
    await open();
    const third = await open();
    const fourth = await open();
    await fourth.ended;
    expect(fourth.text()).to.include(' 429 ').and.to.include('X-Error-Code: err_rate_limited');
    third.socket.destroy();
    const visit = async (): Promise<number> =>
      (
        await app
          .browser()
          .get('/api/account')
          .catch(() => null)
      )?.status ?? 0;
    await until(async () => (await visit()) === 200);
  });

  it('cannot occupy all connections while idle, and get none beyond the total [LM11]', async function () {
    // Other systems have one loopback address.
    if (process.platform !== 'linux') this.skip();
    const [most, addresses] = [20, 4];
    app = await createTestApp({
      bodyPace: PATIENT,
      server: { connections: most, bodyPace: PATIENT },
    });
    const addressOf = (index: number): string => `127.0.7.${String((index % addresses) + 1)}`;
    const openAll = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => open(addressOf(index))));
    const waiting = await openAll(most - 2);
    for (const { socket } of waiting)
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${app.appHost}\r\n\r\n`);
    await until(() => waiting.every(({ text }) => text().includes('"status":"ok"')));
    const head = [
      ...['POST /api/asset/embed-picture HTTP/1.1', `Host: ${app.appHost}`],
      ...[`Origin: http://${app.appHost}`, 'Content-Type: application/json'],
      // The server continues a request once it has accepted its connection.
      'Expect: 100-continue',
    ];
    // Connections that are idle after a request make room; those in the middle of one do not.
    const busy: typeof waiting = [];
    let sent: readonly number[] = [];
    while (busy.length < most) {
      for (const { socket } of busy) socket.write(' ');
      sent = sent.map((bytes) => bytes + 1);
      const client = await open(addressOf(busy.length));
      client.socket.write([...head, 'Content-Length: 1000', '', ''].join('\r\n'));
      let isRefused = false as boolean;
      void client.ended.then(() => (isRefused = true));
      await until(() => isRefused || client.text().includes('100 Continue'));
      if (isRefused) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      busy.push(client);
      sent = [...sent, 0];
    }
    await Promise.all(waiting.map(({ ended }) => ended));
    const another = await open(addressOf(addresses));
    await another.ended;
    expect(another.text()).to.equal('');
    for (const [index, { socket }] of busy.entries())
      socket.write('{}'.padEnd(1000 - (sent[index] ?? 0)));
    await until(() => busy.every(({ text }) => text().includes('HTTP/1.1 400')));
  });

  it('close the connection after one response when two more requests are sent meanwhile [LM19]', async () => {
    app = await createTestApp();
    const client = await open();
    client.socket.write(`GET /healthz HTTP/1.1\r\nHost: ${app.appHost}\r\n\r\n`.repeat(1000));
    await client.ended;
    expect(client.text().split('"status":"ok"').length - 1).to.equal(1);
    const patient = await open();
    for (let count = 1; count <= 10; count += 1) {
      patient.socket.write(`GET /healthz HTTP/1.1\r\nHost: ${app.appHost}\r\n\r\n`);
      await until(() => patient.text().split('"status":"ok"').length - 1 === count);
    }
  });

  it('cannot exceed the number that an address may have in progress behind a proxy [LM11]', async () => {
    app = await createTestApp({
      bodyPace: PATIENT,
      server: { connectionsPerAddress: 2, bodyPace: PATIENT },
      configuration: { trustedProxies: 1 },
    });
    const ada = await app.signUp('ada');
    const page = await openPage(ada);
    const from = (address: string) => `X-Forwarded-For: ${address}`;
    const half = { method: 'PUT', length: 1000, part: '{' };
    for (let count = 0; count < 2; count++)
      await sendPart(ada, pagePath(page.ID), { ...half, headers: [JSON_TYPE, from('10.0.0.1')] });
    const visit = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address };
      return (await app.browser().get('/api/account', { headers })).status;
    };
    await until(async () => (await visit('10.0.0.1')) === 429);
    expect(await visit('10.0.0.2')).to.equal(200);
  });

  it('are refused when their body has no length, however much of it has arrived [LM20]', async () => {
    app = await createTestApp();
    const client = await open();
    const head = ['POST /api/auth/email HTTP/1.1', `Host: ${app.appHost}`, JSON_TYPE];
    const chunked = [...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n');
    const chunks = '1\r\n \r\n'.repeat(10_000);
    client.socket.write(chunked + chunks);
    await client.ended;
    expect(client.text()).to.match(/^HTTP\/1\.1 411 /);
    expect(client.text()).to.include('X-Error-Code: err_bad_request');
    expect(client.text().split('HTTP/1.1').length, 'only one response').to.equal(2);
    // Also after a request that is fine, on the same connection.
    const other = await open();
    other.socket.write(`GET /healthz HTTP/1.1\r\nHost: ${app.appHost}\r\n\r\n`);
    await until(() => other.text().includes('"status":"ok"'));
    other.socket.write(chunked + chunks);
    await other.ended;
    expect(other.text()).to.include(' 411 ');
  });

  it('that upload a form with a boundary longer than browsers send are refused [LM20]', async () => {
    app = await createTestApp(PATIENT_APP);
    const ada = await app.signUp('ada');
    const upload = (boundary: string) =>
      sendPart(ada, archivePath(ada), {
        method: 'POST',
        length: 20_000,
        part: `--${boundary}\r\n`,
        headers: [`Content-Type: multipart/form-data; boundary=${boundary}`],
      });
    const refused = await upload('a'.repeat(5000));
    expect(await responseOf(refused))
      .to.include(' 400 ')
      .and.to.include('err_bad_request');
    const accepted = await upload('a'.repeat(70));
    await until(async () => (await ada.browser.get('/api/account')).status === 200);
    expect(accepted.text()).to.equal('');
  });

  it('whose responses nobody reads lose those that have waited longest, and others get theirs [LM21]', async () => {
    const responses = { bytesPerAddress: 20 * MB, bytesInTotal: 30 * MB };
    app = await createTestApp({ server: { responses }, configuration: { trustedProxies: 1 } });
    const ada = await app.signUp('ada');
    const page = await openPage(ada);
    await setRoles(app, ada, ['pro']);
    // Responses share the bytes of a revision.
    const publishRevision = (letter: string) => {
      const things = { ...page.things };
      for (const uuid of ['long', 'longer'])
        things[uuid] = {
          ...textBlock(page),
          uuid,
          type: 'from-tomorrow',
          content: { x: letter.repeat(3 * MB) },
        };
      return publish(ada, { things });
    };
    const site = ada.account.primarySite.slug;
    const request = (address: string): string =>
      [
        `GET /api/page?site=${site}&page=${page.slug} HTTP/1.1`,
        ...[`Host: ${app.appHost}`, `X-Forwarded-For: ${address}`, '', ''],
      ].join('\r\n');
    const requestPage = async (address: string) => {
      const client = await open();
      client.socket.pause();
      client.socket.write(request(address));
      return client;
    };
    // More than the system's buffers of a connection hold.
    const size = 6 * MB;
    const clients: Awaited<ReturnType<typeof open>>[] = [];
    for (const letter of 'abcde') {
      await publishRevision(letter);
      const client = await requestPage('10.0.0.1');
      clients.push(client);
      // The next revision would be sent if the request arrived after it.
      await until(() => client.socket.bytesRead > 0);
    }
    const receive = async (client: (typeof clients)[number]): Promise<number> => {
      let hasEnded = false;
      void client.ended.then(() => (hasEnded = true));
      client.socket.resume();
      await until(() => hasEnded || client.text().length > size);
      return client.text().length;
    };
    const other = await requestPage('10.0.0.2');
    expect(await receive(other)).to.be.above(size);
    const received = await Promise.all(clients.map(receive));
    const complete = received.filter((bytes) => bytes > size).length;
    expect(complete).to.be.within(1, 4);
    // What has been received no longer counts.
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'])
      expect(await receive(await requestPage(address))).to.be.above(size);
  });
});
