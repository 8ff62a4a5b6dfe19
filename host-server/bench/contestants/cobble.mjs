import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../dist/database/EmbeddedPostgres.js';
import { sendRequest } from '../httpClient.mjs';
import { samplePage } from '../samplePage.mjs';
import { freePort, startPinned, stopProcess, waitFor } from '../tools.mjs';

const NAME = 'bench';
const EMAIL = 'bench@example.org';

/** The product as `npm start` runs it, with its embedded Postgres and a user who has signed in. */
export async function startCobble(folder) {
  const port = await freePort();
  const program = fileURLToPath(new URL('./cobbleProgram.mjs', import.meta.url));
  const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
  const child = startPinned(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      NODE_ENV: 'production',
      PORT: String(port),
      COBBLE_DATA: join(folder, 'cobble'),
      COBBLE_FETCH_FONTS: '0',
      COBBLE_FETCH_PICTURES: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const app = `localhost:${port}`;
  const host = `${NAME}.${app}`;
  let cookie = '';
  const call = async (method, path, json) => {
    const headers = { Host: app, Origin: `http://${app}`, ...(cookie ? { Cookie: cookie } : {}) };
    const response = await sendRequest(port, path, { method, headers, json });
    const set = response.headers['set-cookie']?.map((line) => line.split(';')[0]) ?? [];
    if (set.length > 0) cookie = set.join('; ');
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.body}`);
    return response.body.toString();
  };
  const visit = (headers = {}) => sendRequest(port, '/', { headers: { Host: host, ...headers } });
  let page = null;

  await waitFor(async () => (await sendRequest(port, '/healthz')).status === 200, 'Cobble');
  await call('POST', '/api/auth/email', { email: EMAIL, type: 'sign-up' });
  const [, mail] = /href="(\/dev\/mailbox\/[\w-]+)"/.exec(await call('GET', '/dev/mailbox'));
  const [, token] = /token=([\w-]+)/.exec(await call('GET', mail));
  await call('POST', '/api/auth/verify', { email: EMAIL, token });
  await call('POST', '/api/account', { username: NAME, questionnaire: { answer: 'To measure' } });

  // A page of 200 blocks exceeds the free plan.
  const database = new pg.Client(postgres.url);
  await database.connect();
  await database.query(`UPDATE accounts SET roles = '{pro}'`);
  await database.end();

  /** Publishes the page with the given blocks. */
  const publish = async (things, relativeHeight) => {
    const { ID, slug, isPublic, isListed, isPeekable, settings, style, revision } = page;
    const flags = { slug, isPublic, isListed, isPeekable };
    page = JSON.parse(
      await call('PUT', `/api/page/${ID}`, {
        ...{ ...flags, relativeHeight, settings, style, things },
        baseRevision: revision,
      }),
    );
  };

  return {
    name: 'Cobble',
    port,
    host,
    path: '/',
    pids: [child.pid],
    visit,
    /** Publishes the sample with a unique word in the first block. */
    async publish(word) {
      const { things, relativeHeight } = samplePage(page, word);
      await publish(things, relativeHeight);
    },
    /**
     * Publishes the sample and returns the bytes that visitors get, for the other contestants to
     * serve.
     */
    async publishSample() {
      const slug = JSON.parse(await call('GET', '/api/page/all'))[0].slug;
      page = JSON.parse(await call('GET', `/api/page?site=${NAME}&page=${slug}`));
      await this.publish('first');
      // Waits for recompression in the background, which is not part of serving.
      await waitFor(async () => {
        const { headers } = await visit({ 'Accept-Encoding': 'br' });
        return headers.etag.endsWith('-br11"');
      }, 'the recompressed page');
      const plain = await visit();
      const { body: gzip } = await visit({ 'Accept-Encoding': 'gzip' });
      const excluded = new Set([
        'date',
        'connection',
        'keep-alive',
        'content-length',
        'content-type',
        'etag',
      ]);
      const headers = Object.entries(plain.headers).filter(([name]) => !excluded.has(name));
      return { html: plain.body, gzip, headers: Object.fromEntries(headers) };
    },
    async stop() {
      await stopProcess(child);
      await postgres.stop();
    },
  };
}
