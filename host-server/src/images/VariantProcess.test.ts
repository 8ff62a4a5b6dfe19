import { readdir, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ProcessError } from '../shared/LimitedProcess.ts';
import { VariantProcess } from './VariantProcess.ts';
import { drawPhoto } from './testing/drawImages.ts';

const WITHOUT_VIDEO = new URL('./testing/variantsWithoutVideo.ts', import.meta.url);

describe('making variants in a separate process', function () {
  this.timeout(180_000);
  const folder = join(tmpdir(), `cobble-variants-${String(process.pid)}`);
  const log: string[] = [];
  const warn = (_: unknown, message?: string): void => {
    log.push(message ?? '');
  };
  const open = (program?: URL): VariantProcess =>
    new VariantProcess(folder, { warn }, program === undefined ? {} : { program });
  const source = Buffer.from('GIF');
  after(() => rm(folder, { recursive: true }));

  it('stores each file before the next one is made, at a lower priority than the server [IV7]', async () => {
    const variants = open();
    const photo = await (await drawPhoto(140, 90)).jpeg().toBuffer();
    const files = new Map<string, number>();
    const made = await variants.make(photo, 'jpg', (name, content) => {
      files.set(name, content.length);
      if (process.platform !== 'win32')
        expect(getPriority(variants.pid ?? 0)).to.be.above(getPriority());
      return Promise.resolve();
    });
    expect(made.variants.map(({ name, bytes }) => [name, bytes])).to.deep.equal([...files]);
    expect(files.size).to.be.above(1);
    variants.close();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('makes no further variants when a file cannot be stored, but makes those of the next image', async () => {
    const variants = open(WITHOUT_VIDEO);
    const stored: string[] = [];
    const full = (name: string): Promise<void> => {
      stored.push(name);
      return Promise.reject(new Error('The disk is full'));
    };
    const failure: unknown = await variants
      .make(source, 'gif', full)
      .catch((error: unknown) => error);
    expect(String(failure)).to.include('The disk is full');
    const store = (name: string, content: Buffer): Promise<void> => {
      stored.push(`${name}: ${content.toString()}`);
      return Promise.resolve();
    };
    await Promise.all([variants.make(source, 'gif', store), variants.make(source, 'gif', store)]);
    const both = ['a: content of a', 'b: content of b'];
    expect(stored).to.deep.equal(['a', ...both, ...both]);
    variants.close();
  });

  it('logs once that no videos can be made', async () => {
    const variants = open(WITHOUT_VIDEO);
    log.length = 0;
    for (let image = 0; image < 2; image += 1)
      await variants.make(source, 'gif', () => Promise.resolve());
    expect(log).to.have.length(1);
    expect(log[0]).to.include('could not be encoded as a video');
    variants.close();
  });

  it('fails with the reason when the server stops', async () => {
    const variants = open(WITHOUT_VIDEO);
    const failure: unknown = await variants
      .make(source, 'gif', () => {
        variants.close();
        return Promise.resolve();
      })
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ProcessError);
    expect((failure as ProcessError).failure).to.equal('stopping');
  });
});
