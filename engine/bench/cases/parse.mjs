import { migratePage } from '../../src/migrations/migratePage.ts';
import { parsePage, parsePageWithZod } from '../../src/parsing/parsePage.ts';
import { makeLegacyPage } from '../../src/testing/makeLegacyPage.ts';
import { seeded } from '../../../scripts/lib/seeded.mjs';
import { mixedPage } from '../mixedPage.mjs';

/** Cases that parse pages of the current version and migrate pages of the oldest one. */
export function parseCases(blocks) {
  const text = JSON.stringify(mixedPage(blocks));
  const legacy = JSON.stringify(makeLegacyPage(blocks, seeded(1)));
  return [
    {
      name: `parse and validate ${blocks} blocks`,
      description: 'JSON to a validated, frozen page',
      ops: 1,
      rounds: 7,
      contestants: () => [
        {
          name: 'Cobble, parsePage',
          setUp: () => JSON.parse(text),
          run: (json) => parsePage(json),
        },
        {
          name: 'Cobble, without the fast path (plain zod)',
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
      description: 'JSON of the oldest version to a validated, frozen page of the current one',
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
