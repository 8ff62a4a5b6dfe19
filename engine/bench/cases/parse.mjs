import { migratePage } from '../../src/migrations/migratePage.ts';
import { parsePage, parsePageWithZod } from '../../src/parsing/parsePage.ts';
import { makeLegacyPage } from '../../src/testing/makeLegacyPage.ts';
import { seeded } from '../../../scripts/lib/seeded.mjs';
import { mixedPage } from '../mixedPage.mjs';

/** Parsing pages of the current and of the oldest version. */
export function parseCases(blocks) {
  const text = JSON.stringify(mixedPage(blocks));
  const legacy = JSON.stringify(makeLegacyPage(blocks, seeded(1)));
  return [
    {
      name: `parse and validate ${blocks} blocks`,
      what: 'JSON to a checked, frozen page',
      ops: 1,
      rounds: 7,
      contestants: () => [
        {
          name: 'Cobble, parsePage',
          setUp: () => JSON.parse(text),
          run: (json) => parsePage(json),
        },
        {
          name: 'the same without the fast path (plain zod)',
          setUp: () => JSON.parse(text),
          run: (json) => parsePageWithZod(json),
        },
        { name: 'JSON.parse alone', run: () => JSON.parse(text) },
        { name: 'JSON.parse, then parsePage', run: () => parsePage(JSON.parse(text)) },
      ],
      limits: [{ against: 'JSON.parse alone', atMost: 2 }],
    },
    {
      name: `migrate ${blocks} blocks`,
      what: 'JSON of the oldest version to a checked, frozen page of today',
      ops: 1,
      rounds: 5,
      contestants: () => [
        {
          name: 'Cobble, migratePage',
          setUp: () => JSON.parse(legacy),
          run: (json) => migratePage(json, { siteHosts: ['example.org'] }),
        },
        { name: 'JSON.parse alone', run: () => JSON.parse(legacy) },
      ],
      limits: [{ against: 'JSON.parse alone', atMost: 10 }],
    },
  ];
}
