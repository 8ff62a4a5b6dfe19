import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { PageAddress } from '../../http/addresses.ts';
import type { ServedPage } from '../render/renderPublication.ts';
import { PublicationFiles } from './PublicationFiles.ts';

const addressOf = (slug: string): PageAddress => ({ site: { slug: 'ada' }, slug });

function pageOf(etag: string, bytes = 100): ServedPage {
  const gzip = Buffer.alloc(bytes, etag);
  const brotli = Buffer.alloc(0);
  return {
    ...{ pageId: 1, siteId: 1 },
    bytes: { etag, csp: '', brotliQuality: 5, htmlLength: 3 * bytes, gzip, brotli },
  };
}

describe('files of published pages', function () {
  // The law writes hundreds of files.
  this.timeout(60_000);
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const etagOf = async (files: PublicationFiles, slug: string): Promise<string | null> =>
    (await files.read(addressOf(slug)))?.page.bytes.etag ?? null;

  it('are removed at once, however many pages wait to be written [SV18]', async () => {
    const files = new PublicationFiles(folder);
    await files.write(addressOf('secret'), pageOf('public'));
    const order: string[] = [];
    const done = Array.from({ length: 50 }, async (_, index) => {
      await files.write(addressOf(`page-${String(index)}`), pageOf('other'));
      order.push('written');
    });
    await files.remove(addressOf('secret')).then(() => order.push('removed'));
    await Promise.all(done);
    expect(order.indexOf('removed')).to.be.below(25);
    expect(await etagOf(files, 'secret')).to.equal(null);
  });

  it('are not written while too many wait, but outdated ones are removed [SV18]', async () => {
    const files = new PublicationFiles(folder, { maxWaitingBytes: 1000 });
    await files.write(addressOf('old'), pageOf('old'));
    const writes = Array.from({ length: 30 }, (_, index) =>
      files.write(addressOf(`page-${String(index)}`), pageOf('other')),
    );
    await Promise.all([...writes, files.write(addressOf('old'), pageOf('new'))]);
    await files.settled();
    expect(await etagOf(files, 'old')).to.equal(null);
    const [site = ''] = await readdir(folder);
    expect((await readdir(join(folder, site))).length).to.be.within(10, 12);
    await files.write(addressOf('old'), pageOf('new'));
    expect(await etagOf(files, 'old')).to.equal('new');
  });

  it('hold the version that was written last, although an earlier one was read while the file changed [SV18]', async () => {
    const files = new PublicationFiles(folder);
    for (let run = 0; run < 20; run += 1) {
      await files.write(addressOf('a'), pageOf('one'));
      const changed = run % 2 === 0 ? files.write(addressOf('a'), pageOf('two')) : undefined;
      const read = files.readVersion(addressOf('a'), pageOf('one').bytes);
      await Promise.all([changed ?? files.write(addressOf('a'), pageOf('two')), read]);
      await files.write(addressOf('a'), pageOf('one'));
      expect(await etagOf(files, 'a'), `run ${String(run)}`).to.equal('one');
    }
  });

  it('are removed for all pages of a site at once, and swept if a crash left them [SV22]', async () => {
    const files = new PublicationFiles(folder);
    for (const slug of ['a', 'b']) await files.write(addressOf(slug), pageOf('one'));
    const other = { site: { slug: 'eve' }, slug: 'a' };
    await files.write(other, pageOf('one'));
    await files.removeSites([addressOf('a').site, { domain: 'ada.example.com' }]);
    expect(await etagOf(files, 'a')).to.equal(null);
    expect(await etagOf(files, 'b')).to.equal(null);
    expect(await files.read(other)).not.to.equal(null);
    await files.write(addressOf('a'), pageOf('one'));
    expect(await etagOf(files, 'a'), 'is written again').to.equal('one');
    await files.settled();
    await mkdir(join(folder, 'removed-1'));
    await writeFile(join(folder, 'removed-1', 'page'), '');
    await writeFile(join(folder, 'page-of-an-earlier-version'), '');
    await files.sweep(new Date(0));
    expect(await readdir(folder)).to.have.length(2);
    expect(await etagOf(files, 'a')).to.equal('one');
  });

  it('match the last call for their address, whatever is in progress (law) [SV9]', async () => {
    const call = fc.record({
      kind: fc.constantFrom('write', 'write', 'remove', 'remove site', 'touch', 'pause'),
      slug: fc.constantFrom('a', 'b'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 20 }), async (calls) => {
        const files = new PublicationFiles(folder);
        const expected = new Map<string, string>();
        for (const slug of ['a', 'b']) await files.remove(addressOf(slug));
        for (const [index, { kind, slug }] of calls.entries()) {
          if (kind === 'write') {
            void files.write(addressOf(slug), pageOf(String(index)));
            expected.set(slug, String(index));
          } else if (kind === 'remove') {
            void files.remove(addressOf(slug));
            expected.delete(slug);
          } else if (kind === 'remove site') {
            void files.removeSites([addressOf(slug).site]);
            expected.clear();
          } else if (kind === 'touch') void files.touch(addressOf(slug), new Date());
          else await new Promise((resolve) => setTimeout(resolve, 1));
        }
        await files.settled();
        for (const slug of ['a', 'b'])
          expect(await etagOf(files, slug)).to.equal(expected.get(slug) ?? null);
      }),
      { numRuns: 50 },
    );
  });
});
