import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';
import { freePort } from '../testing/freePort.ts';
import { copyCluster } from '../testing/copyCluster.ts';
import { checkDatabase } from './checkDatabase.ts';
import { EmbeddedPostgres } from './EmbeddedPostgres.ts';

const check = async (
  url: string,
  { acceptUnsafe = false, timeoutMs = 60_000 } = {},
): Promise<StartupError | null> => {
  try {
    await checkDatabase(url, { variable: 'DATABASE_URL', acceptUnsafe, timeoutMs });
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(StartupError);
    expect((error as StartupError).message).not.to.contain('\n');
    return error as StartupError;
  }
};

describe('checkDatabase', function () {
  this.timeout(120_000);
  const password = 'correct-horse';
  let folder: string;
  let port: number;
  let postgres: EmbeddedPostgres;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-check-`));
    port = await freePort();
    const settings = { fsync: 'off', full_page_writes: 'off' };
    await copyCluster(folder);
    postgres = await EmbeddedPostgres.start({ folder, tcp: { port, password }, settings });
  });
  after(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses a database that may lose acknowledged data, unless that is accepted [DB1]', async () => {
    const error = await check(postgres.url);
    expect(error?.code).to.equal('database_unsafe');
    expect(error?.message).to.contain('turned off fsync, full_page_writes');
    expect(error?.message).to.contain('COBBLE_ACCEPT_UNSAFE_DATABASE=1');
    expect(await check(postgres.url, { acceptUnsafe: true })).to.equal(null);
  });

  it('reports a wrong password without repeating it', async () => {
    const error = await check(`postgresql://cobble:wrong-staple@127.0.0.1:${port}/cobble`);
    expect(error?.code).to.equal('database_refused');
    expect(error?.message).to.contain('refuses the password').and.to.contain('DATABASE_URL');
    expect(error?.message).not.to.contain('wrong-staple');
  });

  it('reports a database that does not exist', async () => {
    const error = await check(`postgresql://cobble:${password}@127.0.0.1:${port}/nowhere`);
    expect(error?.code).to.equal('database_refused');
    expect(error?.message).to.contain('nowhere');
  });

  it('reports a server that is not running', async () => {
    const error = await check('postgresql://cobble@127.0.0.1:1/cobble');
    expect(error?.code).to.equal('database_not_responding');
    expect(error?.message).to.contain('does not respond').and.to.contain('ECONNREFUSED');
  });

  it('times out on a server that accepts the connection but never responds', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address() as { port: number };
    const url = `postgresql://cobble@127.0.0.1:${address.port}/cobble`;
    const error = await check(url, { timeoutMs: 1000 });
    silent.close();
    expect(error?.code).to.equal('database_not_responding');
    expect(error?.message).to.contain('no response within 1 s');
  });
});
