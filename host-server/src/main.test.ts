import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from './main.ts';
import { freePort } from './testing/index.ts';

/** Returns the status of a GET with any Host header. */
const statusOf = (port: number, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

/** What is at `/metrics`; null unless it looks like metrics. */
const metricsAt = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve(text.includes('# TYPE') ? text : null);
      });
    })
      .once('error', reject)
      .end();
  });

describe('start', function () {
  this.timeout(60_000);

  it('runs the whole product from an empty folder, with metrics at a port of their own, and stops it [RO24]', async () => {
    const rootFolder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-main-`));
    const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    try {
      const server = await start({
        env: {
          ...{ PORT: String(port), METRICS_PORT: String(metricsPort) },
          ...{ COBBLE_FETCH_FONTS: '0', COBBLE_FETCH_PICTURES: '0' },
        },
        rootFolder,
        log,
      });
      expect(server.url).to.equal(`http://localhost:${port}`);
      expect(lines.join('\n')).to.contain(`${server.url}/dev/mailbox`);
      expect(await statusOf(port, '/dev/mailbox', `localhost:${port}`)).to.equal(200);
      expect(await statusOf(port, '/', `nobody.localhost:${port}`)).to.equal(404);
      expect(await readdir(join(rootFolder, '.cobble'))).to.include('postgres');
      expect(await statusOf(metricsPort, '/metrics', 'localhost')).to.equal(200);
      for (const host of [
        'localhost',
        'ada.localhost',
        'embeds.localhost',
        '127.0.0.1',
        'x.example',
      ])
        expect(await metricsAt(port, `${host}:${port}`), host).to.equal(null);
      expect(await metricsAt(metricsPort, 'localhost')).to.include('cobble_rooms_open 0');
      await server.stop();
      const status = await statusOf(port, '/', `localhost:${port}`).catch(
        (error: unknown) => (error as { code: string }).code,
      );
      expect(status).to.equal('ECONNREFUSED');
    } finally {
      await rm(rootFolder, { recursive: true, force: true });
    }
  });
});
