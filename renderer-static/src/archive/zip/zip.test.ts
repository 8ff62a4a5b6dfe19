import { Readable } from 'node:stream';
import { CobbleError } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { join, makeZip } from '../testing/makeZip.ts';
import { crc32 } from './crc32.ts';
import { EntryRules } from './EntryRules.ts';
import { packFile } from './packFile.ts';
import { readZip } from './readZip.ts';
import { writeZip } from './writeZip.ts';
import type { ArchiveFile } from './zipFormat.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function zipOf(
  files: readonly ArchiveFile[],
  limits: Partial<ArchiveLimits> = {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files, { ...ARCHIVE_LIMITS, ...limits })) parts.push(part);
  return join(parts);
}

/** An archive, or why it cannot be written. */
async function written(
  files: readonly ArchiveFile[],
  limits: Partial<ArchiveLimits> = {},
): Promise<Uint8Array | string> {
  try {
    return await zipOf(files, limits);
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}`;
  }
}

/** Why an archive is rejected, with the file at fault; or 'accepted'. */
function rejectionOf(archive: Uint8Array, limits = {}): string {
  try {
    readZip(archive, { ...ARCHIVE_LIMITS, ...limits });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}`;
  }
}

describe('ZIP files', () => {
  const names = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}\.(html|png|json)$/);

  it('contain files that are read while they are written, part by part', async () => {
    const file = { path: 'a.png', bytes: Uint8Array.from({ length: 100 }, (_, index) => index) };
    const streamed = (parts: readonly Uint8Array[], length = 100) => ({
      ...packFile(file),
      packed: {
        length,
        [Symbol.asyncIterator]: () => Readable.from(parts)[Symbol.asyncIterator](),
      },
    });
    const parts = [file.bytes.subarray(0, 60), file.bytes.subarray(60)];
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeZip([streamed(parts)])) chunks.push(chunk);
    expect(chunks.slice(1, 3)).to.eql(parts);
    expect(join(chunks)).to.eql(await zipOf([file]));
    const error: unknown = await (async () => {
      for await (const _ of writeZip([streamed(parts, 101)]));
    })().catch((reason: unknown) => reason);
    expect(String(error)).to.include('has changed');
  });

  it('unpack to the files that were packed, and always have the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ path: names, bytes: fc.uint8Array({ maxLength: 2000 }) }), {
          selector: ({ path }) => path,
          maxLength: 8,
        }),
        async (files) => {
          const archive = await zipOf(files);
          expect(await zipOf(files)).to.deep.equal(archive);
          expect([...readZip(archive)]).to.deep.equal(
            files.map(({ path, bytes: content }) => [path, content]),
          );
        },
      ),
      { numRuns: 100, seed: 7 },
    );
  });

  it('have the same bytes when their files were packed beforehand [ZP2]', async () => {
    const limits = { ...ARCHIVE_LIMITS, maxJsonBytes: 1000 };
    const files = [
      { path: 'index.html', bytes: bytes('<p>'.repeat(400)) },
      { path: 'a.png', bytes: bytes('a'.repeat(40)) },
      { path: 'log.txt', bytes: new Uint8Array(200_000) },
      { path: 'empty', bytes: new Uint8Array() },
    ];
    const parts: Uint8Array[] = [];
    for await (const part of writeZip(
      files.map((file) => packFile(file, limits)),
      limits,
    ))
      parts.push(part);
    expect(join(parts)).to.deep.equal(await zipOf(files, limits));
  });

  it('have the same bytes as in earlier versions', async () => {
    const archive = await zipOf([
      { path: 'index.html', bytes: bytes('<p>'.repeat(40)) },
      { path: 'assets/ä.png', bytes: Uint8Array.of(1, 2, 3) },
    ]);
    expect(Buffer.from(archive).toString('base64')).to.equal(
      'UEsDBBQAAAgIAAAAIQAo4x5jBwAAAHgAAAAKAAAAaW5kZXguaHRtbLMpsBsQBABQSwMEFAAACAAAAAAhAB2AvFUDAAAAAwAAAA0AAABhc3NldHMvw6QucG5nAQIDUEsBAhQDFAAACAgAAAAhACjjHmMHAAAAeAAAAAoAAAAAAAAAAAAAAKSBAAAAAGluZGV4Lmh0bWxQSwECFAMUAAAIAAAAACEAHYC8VQMAAAADAAAADQAAAAAAAAAAAAAApIEvAAAAYXNzZXRzL8OkLnBuZ1BLBQYAAAAAAgACAHMAAABdAAAAAAA=',
    );
  });

  it('have correct checksums', () => {
    expect(crc32(bytes('123456789'))).to.equal(0xcbf43926);
    expect(crc32(new Uint8Array())).to.equal(0);
  });

  it('from other tools are read: with folders, a comment and the flag for data descriptors', () => {
    const archive = makeZip(
      [
        { name: 'folder/', mode: 0o040755 },
        { name: 'folder/a.txt', bytes: bytes('aaaa'), deflate: true, flags: 0x0008 },
        { name: 'empty', mode: 0 },
      ],
      { comment: 'made by hand' },
    );
    expect([...readZip(archive).keys()]).to.deep.equal(['folder/a.txt', 'empty']);
  });

  it('cannot be written with names that the reader rejects [ZP6]', async () => {
    const write = (...paths: string[]): Promise<Uint8Array | string> =>
      written(paths.map((path) => ({ path, bytes: bytes('a') })));
    expect(await write('a', 'a')).to.equal('archive_duplicate_name a');
    expect(await write('a/B', 'A/b')).to.equal('archive_duplicate_name A/b');
    expect(await write('\u00e9', 'e\u0301')).to.match(/^archive_duplicate_name/);
    expect(await write('a', 'A/b')).to.equal('archive_duplicate_name A/b');
    expect(await write('a/b/c', 'a/b')).to.equal('archive_duplicate_name a/b/c');
    for (const path of ['', '../up', '/root', 'a\\b', 'a ', 'a\ud800', 'folder/', 'x'.repeat(513)])
      expect(await write(path), path).to.match(/^archive_unsafe_name/);
  });

  it('cannot be written above the limits of size and file count [ZP6]', async () => {
    const files = ['a.json', 'b'].map((path) => ({ path, bytes: bytes('aa') }));
    const { length } = await zipOf(files);
    for (const limits of [
      { maxEntries: 1 },
      { maxFileBytes: 1 },
      { maxJsonBytes: 1 },
      { maxUnpackedBytes: 3 },
      { maxBytes: length - 1 },
    ])
      expect(await written(files, limits)).to.match(/^archive_too_large/);
    expect(await written(files, { maxBytes: length, maxEntries: 2 })).to.have.length(length);
    // The format marks archives of the 64-bit extension with this count.
    const rules = new EntryRules({ ...ARCHIVE_LIMITS, maxEntries: 1_000_000 });
    expect(() => {
      rules.requireCount(0xffff);
    }).to.throw('has more than 65534 files');
  });

  it('store files that are too compressible for the reader [ZP6]', async () => {
    const file = { path: 'log.txt', bytes: new Uint8Array(200_000) };
    const limits = { maxJsonBytes: 100_000 };
    const archive = await zipOf([file], limits);
    expect(archive.length).to.be.above(200_000);
    expect(rejectionOf(archive, limits)).to.equal('accepted');
    expect((await zipOf([file])).length).to.be.below(1000);
  });

  it('are read back whenever they could be written, whatever the names, files and limits [ZP6]', async () => {
    const part = fc.constantFrom(
      ...['a', 'A', 'b.json', 'c.png', '\u00e9', 'e\u0301', '..', 'd ', ''],
    );
    const path = fc.oneof(
      { weight: 5, arbitrary: names },
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat({ max: 5000 }).map((length) => new Uint8Array(length)),
    );
    const limits = fc.record({
      maxBytes: fc.integer({ min: 22, max: 10_000 }),
      maxEntries: fc.nat({ max: 6 }),
      maxUnpackedBytes: fc.nat({ max: 20_000 }),
      maxFileBytes: fc.nat({ max: 6000 }),
      maxJsonBytes: fc.nat({ max: 2000 }),
      maxJsonValues: fc.constant(ARCHIVE_LIMITS.maxJsonValues),
      maxRatio: fc.integer({ min: 1, max: 100 }),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ path, bytes: content }), { maxLength: 5 }),
        limits,
        async (files, limit) => {
          const archive = await written(files, limit);
          if (typeof archive === 'string') return;
          accepted++;
          expect([...readZip(archive, limit)]).to.deep.equal(
            files.map((file) => [file.path, file.bytes]),
          );
        },
      ),
      { numRuns: 1000, seed: 11 },
    );
    expect(accepted).to.be.within(200, 950);
  });
});

describe('untrusted ZIP files are rejected [ZP3]', () => {
  const a = bytes('aaaa');

  for (const name of [
    ...['../up', 'a/../../up', '/root', 'a//b', './a', 'a/./b', '..', '.', '', '/', 'a/..'],
    ...[
      '..\\up',
      'a\\b',
      'C:up',
      'C:/up',
      'a\0b',
      'a\nb',
      '.. /up',
      '.../up',
      'a./b',
      'a ',
      'con?',
    ],
    ...['a\u007fb', '~/../x'],
  ])
    it(`with the path ${JSON.stringify(name)}, which is unsafe`, () => {
      expect(rejectionOf(makeZip([{ name, bytes: a }]))).to.match(/^archive_unsafe_name/);
    });

  it('with names in unknown encodings or with invalid UTF-8', () => {
    const unsafe = /^archive_unsafe_name/;
    expect(rejectionOf(makeZip([{ name: '\u0081.png' }]))).to.match(unsafe);
    expect(rejectionOf(makeZip([{ name: bytes('ä.png') }]))).to.match(unsafe);
    expect(rejectionOf(makeZip([{ name: '\u00c0\u00af', flags: 0x0800 }]))).to.match(unsafe);
    expect(rejectionOf(makeZip([{ name: bytes('a\u202egnp.exe'), flags: 0x0800 }]))).to.match(
      unsafe,
    );
    expect(rejectionOf(makeZip([{ name: bytes('ä.png'), flags: 0x0800 }]))).to.equal('accepted');
  });

  it('with duplicate names, by case, by Unicode form, or as file and folder', () => {
    const twice = (...names: string[]): string =>
      rejectionOf(makeZip(names.map((name) => ({ name: bytes(name), flags: 0x0800 }))));
    expect(twice('a', 'a')).to.equal('archive_duplicate_name a');
    expect(twice('a/B', 'A/b')).to.equal('archive_duplicate_name A/b');
    expect(twice('\u00e9', 'e\u0301')).to.match(/^archive_duplicate_name/);
    expect(twice('a', 'a/b')).to.equal('archive_duplicate_name a/b');
    expect(twice('A/b/c', 'a/B')).to.equal('archive_duplicate_name A/b/c');
  });

  it('with links and devices', () => {
    for (const mode of [0o120777, 0o020666, 0o060666, 0o010666, 0o140666, 0o040755])
      expect(rejectionOf(makeZip([{ name: 'a', bytes: a, mode }]))).to.equal(
        'archive_special_file a',
      );
  });

  it('when encrypted, split, in the 64-bit format or compressed in an unsupported way', () => {
    expect(rejectionOf(makeZip([{ name: 'a', flags: 1 }]))).to.equal('archive_unsupported a');
    expect(rejectionOf(makeZip([{ name: 'a', method: 14 }]))).to.equal('archive_unsupported a');
    expect(rejectionOf(makeZip([{ name: 'a', size: 0xffff_ffff }]))).to.equal(
      'archive_too_large a',
    );
    expect(rejectionOf(makeZip([], { count: 0xffff }))).to.equal('archive_too_large ');
    const parts = makeZip([]);
    parts[4] = 1;
    expect(rejectionOf(parts)).to.equal('archive_unsupported ');
  });

  it('above the limits of size, file count and compression ratio', () => {
    const zeros = new Uint8Array(200_000);
    const bomb = makeZip([{ name: 'a', bytes: zeros, deflate: true }]);
    expect(rejectionOf(bomb, { maxBytes: 10 })).to.equal('archive_too_large ');
    expect(rejectionOf(bomb, { maxFileBytes: 199_999 })).to.equal('archive_too_large a');
    expect(rejectionOf(bomb, { maxUnpackedBytes: 199_999 })).to.equal('archive_too_large a');
    expect(rejectionOf(bomb, { maxJsonBytes: 1000 })).to.equal('archive_too_large a');
    expect(rejectionOf(bomb)).to.equal('accepted');
    const json = makeZip([{ name: 'a.json', bytes: a }]);
    expect(rejectionOf(json, { maxJsonBytes: 3 })).to.equal('archive_too_large a.json');
    const many = makeZip([{ name: 'a' }, { name: 'b' }, { name: 'c/', mode: 0o040755 }]);
    expect(rejectionOf(many, { maxEntries: 2 })).to.equal('archive_too_large ');
  });

  it('with files longer or shorter than declared', () => {
    const zeros = new Uint8Array(1_000_000);
    for (const size of [10, 999_999, 1_000_001])
      expect(rejectionOf(makeZip([{ name: 'a', bytes: zeros, deflate: true, size }]))).to.equal(
        'archive_damaged a',
      );
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a, size: 3 }]))).to.equal('archive_damaged a');
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a, size: 5, packedSize: 5 }]))).to.equal(
      'archive_damaged a',
    );
  });

  it('with overlapping files', () => {
    const archive = makeZip([
      { name: 'a', bytes: a },
      { name: 'a', bytes: a, sharesWith: 0 },
    ]);
    expect(rejectionOf(archive)).to.equal('archive_duplicate_name a');
    // Two names for the same bytes: the local header can match only one of them.
    const named = makeZip([
      { name: 'a', bytes: a },
      { name: 'b', bytes: a, sharesWith: 0 },
    ]);
    expect(rejectionOf(named)).to.equal('archive_damaged b');
    // A file inside another one: whole, without its last byte, only its local header, or only the
    // first byte of that.
    const start = 30 + 'outer'.length;
    const inner = makeZip([{ name: 'b', bytes: a }]).subarray(0, 30 + 'b'.length + a.length);
    for (const covered of [inner.length, inner.length - 1, inner.length - a.length, 1]) {
      const [head, rest] = [inner.subarray(0, covered), inner.subarray(covered)];
      const nested = makeZip([
        { name: 'outer', bytes: head, trailing: rest },
        { name: 'b', bytes: a, claimedOffset: start },
      ]);
      expect(rejectionOf(nested), String(covered)).to.equal('archive_damaged b');
    }
    const beside = makeZip([
      { name: 'outer', trailing: inner },
      { name: 'b', bytes: a, claimedOffset: start },
    ]);
    expect(rejectionOf(beside)).to.equal('accepted');
  });

  it('with wrong checksums, mismatched local headers or undecodable data', () => {
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a, crc: 1 }]))).to.equal('archive_damaged a');
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a, localName: 'b' }]))).to.equal(
      'archive_damaged a',
    );
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a, method: 8 }]))).to.equal(
      'archive_damaged a',
    );
    expect(rejectionOf(makeZip([{ name: 'a', bytes: a }], { start: 1 }))).to.equal(
      'archive_damaged ',
    );
  });

  it('when they are not ZIPs or are truncated at any point', async () => {
    expect(rejectionOf(new Uint8Array())).to.equal('archive_not_a_zip ');
    expect(rejectionOf(bytes('<!DOCTYPE html><p>'.repeat(9)))).to.equal('archive_not_a_zip ');
    const archive = await zipOf([{ path: 'a.html', bytes: bytes('<p>'.repeat(50)) }]);
    for (let length = 4; length < archive.length; length++)
      expect(rejectionOf(archive.subarray(0, length)), String(length)).to.equal('archive_cut_off ');
  });

  it('or read correctly, whichever single byte is changed', async () => {
    const whole = await zipOf([
      { path: 'a.html', bytes: bytes('<p>'.repeat(50)) },
      { path: 'b.png', bytes: bytes('not a PNG') },
    ]);
    const right = [...readZip(whole)];
    for (let at = 0; at < whole.length; at++)
      for (const change of [1, 0x80, 0xff]) {
        const other = Uint8Array.from(whole);
        other[at] = (other[at] ?? 0) ^ change;
        if (rejectionOf(other) !== 'accepted') continue;
        // The change is in metadata, such as a timestamp or version: the files are intact.
        const read = [...readZip(other)].map(([, content]) => content);
        expect(read, String(at)).to.deep.equal(right.map(([, content]) => content));
      }
  });

  it('and cause no other error, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .constantFrom(
          ...[
            [0x50, 0x4b, 3, 4],
            [0x50, 0x4b, 1, 2],
            [0x50, 0x4b, 5, 6],
            [0xff, 0xff, 0xff, 0xff],
          ],
          [...makeZip([{ name: 'a', bytes: a, deflate: true }])],
        )
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        rejectionOf(join(parts));
      }),
      { numRuns: 2000, seed: 3 },
    );
  });
});
