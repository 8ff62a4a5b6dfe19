import { expect } from 'chai';
import { ARCHIVE_LIMITS } from './archiveLimits.ts';
import { importSite } from './importSite.ts';
import { type OpenedArchive, openArchive, readArchivedPage, unpackFile } from './openArchive.ts';
import { exportZip, makeSite, makeSitePage } from './testing/makeSite.ts';
import { readZip } from './zip/readZip.ts';
import { writeZip } from './zip/writeZip.ts';
import { join } from './testing/makeZip.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('openArchive', () => {
  const site = makeSite([makeSitePage('main', []), makeSitePage('menu', [], { isPublic: false })], {
    includesHidden: true,
  });
  const open = (archive: Uint8Array): OpenedArchive => {
    const opened = openArchive(archive);
    if (!opened.ok) throw new Error(opened.code);
    return opened.value;
  };
  const unpackPage = (archive: Uint8Array, index: number) => {
    const page = open(archive).pages[index];
    if (page === undefined) throw new Error('There is no such page');
    const { start, packedSize } = page.entry;
    return { page, result: unpackFile(page.entry, archive.subarray(start, start + packedSize)) };
  };
  /** An archive in which some files are replaced, or removed. */
  const changed = async (files: Readonly<Record<string, string | null>>): Promise<Uint8Array> => {
    const all = new Map(readZip(await exportZip(site)));
    for (const [path, text] of Object.entries(files))
      if (text === null) all.delete(path);
      else all.set(path, encode(text));
    const parts: Uint8Array[] = [];
    for await (const part of writeZip([...all].map(([path, bytes]) => ({ path, bytes }))))
      parts.push(part);
    return join(parts);
  };

  it('reads the pages that importSite reads, one by one [ZP3]', async () => {
    const archive = await exportZip(site);
    const imported = importSite(archive);
    if (!imported.ok) throw new Error(imported.code);
    const { pages, entries } = open(archive);
    expect([...entries.keys()]).to.deep.equal([...imported.value.files.keys()]);
    expect(pages.map(({ slug }) => slug)).to.deep.equal(['main', 'menu']);
    for (const index of [0, 1]) {
      const { page, result } = unpackPage(archive, index);
      if (!result.ok) throw new Error(result.code);
      expect(result.value).to.deep.equal(imported.value.files.get(page.entry.path));
      const read = readArchivedPage(page, result.value);
      expect(read.ok && read.value).to.deep.equal(imported.value.site.pages[index]?.page);
    }
  });

  it('rejects an archive without a manifest, or with one that names missing files [ZP3]', async () => {
    for (const [path, code] of [
      ['cobble/site.json', 'archive_not_a_site'],
      ['cobble/pages/menu.json', 'archive_invalid_manifest'],
    ] as const) {
      const opened = openArchive(await changed({ [path]: null }));
      expect(opened).to.include({ ok: false, code });
      expect(opened.ok ? null : opened.details).to.include({ path });
    }
    expect(openArchive(encode('not a ZIP'))).to.include({ code: 'archive_not_a_zip' });
    const limits = { ...ARCHIVE_LIMITS, maxEntries: 2 };
    expect(openArchive(await exportZip(site), limits)).to.include({ code: 'archive_too_large' });
  });

  it('finds damaged files when they are unpacked, and invalid pages when they are read [ZP3]', async () => {
    const archive = await exportZip(site);
    const { entry } = unpackPage(archive, 0).page;
    const damaged = Uint8Array.from(archive);
    damaged[entry.start + 9] = (damaged[entry.start + 9] ?? 0) ^ 0xff;
    expect(unpackPage(damaged, 0).result).to.include({ ok: false, code: 'archive_damaged' });
    expect(unpackPage(damaged, 1).result.ok).to.equal(true);

    const codeOf = async (json: string): Promise<string> => {
      const { page, result } = unpackPage(await changed({ 'cobble/pages/main.json': json }), 0);
      if (!result.ok) return result.code;
      const read = readArchivedPage(page, result.value, { ...ARCHIVE_LIMITS, maxJsonValues: 1000 });
      return read.ok ? 'valid' : read.code;
    };
    expect(await codeOf('{')).to.equal('archive_invalid_json');
    expect(await codeOf(`[${'1,'.repeat(1000)}1]`)).to.equal('archive_too_large');
    expect(await codeOf('{"slug":"main"}')).to.equal('archive_invalid_page');
    const renamed = JSON.stringify({ ...makeSitePage('other', []).page });
    expect(await codeOf(renamed)).to.equal('archive_invalid_page');
  });
});
