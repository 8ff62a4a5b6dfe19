import { expect } from 'chai';
import { ARCHIVE_LIMITS } from './archiveLimits.ts';
import { importFiles } from './importSite.ts';
import { exportTexts, makeSite, makeSitePage } from './testing/makeSite.ts';

describe('importSite', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  /** Why files are rejected after one of them is changed; 'accepted' if they are not. */
  const rejectionOf = async (path: string, change: (json: string) => string): Promise<string> => {
    const { files } = await exportTexts(makeSite([makeSitePage('main', [])]));
    const changed = new Map([...files].map(([name, text]) => [name, encode(text)]));
    changed.set(path, encode(change(files.get(path) ?? '')));
    const limits = { ...ARCHIVE_LIMITS, maxJsonValues: 1_000_000 };
    const result = importFiles(changed, { limits });
    return result.ok ? 'accepted' : `${result.code} ${String(result.details?.['message'])}`;
  };
  const replacing = (field: string, value: string) => (json: string) =>
    json.replace(
      new RegExp(`"${field}":\\s*[[{]`),
      (start) => `${start.slice(0, -1)}${value},"x":${start.slice(-1)}`,
    );

  it('rejects JSON with too many values or too much nesting before parsing it [ZP3]', async () => {
    for (const path of ['cobble/site.json', 'cobble/pages/main.json']) {
      expect(await rejectionOf(path, () => `[${'{},'.repeat(2_700_000)}1]`)).to.equal(
        'archive_too_large has more than 1000000 values',
      );
      expect(await rejectionOf(path, () => '['.repeat(300_000))).to.equal(
        'archive_invalid_json is nested too deeply',
      );
      expect(await rejectionOf(path, (json) => json)).to.equal('accepted');
    }
  });

  it('rejects a manifest with too many entries before validating any of them [ZP3]', async () => {
    const many = `[${'{},'.repeat(400_000)}{}]`;
    const map = `{${Array.from({ length: 200_000 }, (_, key) => `"${String(key)}":[]`).join()}}`;
    expect(await rejectionOf('cobble/site.json', replacing('pages', many))).to.equal(
      'archive_invalid_manifest has more pages than the archive has files',
    );
    for (const [field, value] of [
      ['fonts', many],
      ['posts', map],
      ['posts', `{"1":${many}}`],
      ['images', map],
    ] as const)
      expect(await rejectionOf('cobble/site.json', replacing(field, value)), field).to.equal(
        'archive_invalid_manifest has too many entries',
      );
  });
});
