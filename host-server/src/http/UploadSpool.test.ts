import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { UploadSpool } from './UploadSpool.ts';

describe('UploadSpool', () => {
  let folder: string;
  let spool: UploadSpool;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-spool-'));
    spool = new UploadSpool(folder, { limits: { bytesPerAddress: 100, bytesInTotal: 200 } });
  });
  afterEach(async () => {
    spool.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stores a file until its call is done [LM8]', async () => {
    const spooling = spool.open('a', () => undefined);
    const file = await spooling.store(Readable.from([Buffer.from('one'), Buffer.from('two')]));
    expect(file.bytes).to.equal(6);
    expect(await readFile(file.path, 'utf8')).to.equal('onetwo');
    await spooling.remove();
    expect(await readdir(folder)).to.eql([]);
  });

  it('stops at the limit of the address, and leaves nothing behind [LM10]', async () => {
    const spooling = spool.open('a', () => undefined);
    const content = Readable.from([Buffer.alloc(60), Buffer.alloc(60)]);
    const error = await spooling.store(content).catch((error: unknown) => error);
    expect(error).to.include({ code: 'err_rate_limited' });
    expect(content.destroyed).to.equal(true);
    await spooling.remove();
    expect(await readdir(folder)).to.eql([]);
  });

  it('leaves nothing behind when the call ends before the file is created [LM8]', async () => {
    const spooling = spool.open('a', () => undefined);
    const content = new Readable({ read: () => undefined });
    const storing = spooling.store(content).catch((error: unknown) => error);
    await spooling.remove();
    content.destroy(new Error('aborted'));
    expect(await storing).to.be.instanceOf(Error);
    expect(await readdir(folder)).to.eql([]);
  });

  it('survives a client that leaves before the file is created, or anybody could end the process [LM8]', async () => {
    const spooling = spool.open('a', () => undefined);
    const content = new Readable({ read: () => undefined });
    const storing = spooling.store(content).catch((error: unknown) => error);
    content.destroy(new Error('aborted'));
    expect(await storing).to.be.instanceOf(Error);
    await spooling.remove();
    expect(await readdir(folder)).to.eql([]);
  });

  it('removes the files that it lends, also when their use fails [LM8]', async () => {
    const write = (path: string): Promise<void> => writeFile(path, 'unpacked', { flag: 'wx' });
    expect(await spool.lend(async (path) => write(path).then(() => dirname(path)))).to.equal(
      folder,
    );
    const failing = spool.lend(async (path) => {
      await write(path);
      throw new Error('refused');
    });
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('refused');
    expect(await readdir(folder)).to.eql([]);
  });

  it('removes what a crash left behind, and nothing that is being received [LM8]', async () => {
    const [left, current] = ['left.part', 'current.part'].map((name) => join(folder, name));
    for (const path of [left, current]) await writeFile(path ?? '', 'x');
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left ?? '', before, before);
    await spool.sweep();
    expect(await readdir(folder)).to.eql(['current.part']);
  });
});
