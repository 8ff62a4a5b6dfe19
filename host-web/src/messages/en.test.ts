import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { en } from './en.ts';
import { translate as t } from './i18n.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the English catalogue', () => {
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith('en.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const literal = new Set(
    [...source.matchAll(/\b(?:t|translate)\(\s*'([\w.-]+)'|\bi18nKey="([\w.-]+)"/g)].map(
      ([, called, tagged]) => called ?? tagged,
    ),
  );
  // A key with a computed part, like t(`input.${code}`), uses all keys with that beginning and end.
  const computed = [...source.matchAll(/\bt\(\s*`([\w.-]*)\$\{[^`]*\}([\w.-]*)`/g)].map(
    ([, start = '', end = '']) => ({ start, end }),
  );
  const keys = Object.entries(en).flatMap(([group, messages]) =>
    Object.keys(messages).map((name) => `${group}.${name.replace(/_(?:zero|one|other)$/, '')}`),
  );

  it('has every message that the app uses [MG7]', () => {
    const known = new Set(keys);
    expect([...literal].filter((key) => !known.has(key ?? ''))).to.deep.equal([]);
  });

  it('has no message that the app does not use [MG7]', () => {
    const isUsed = (key: string): boolean =>
      literal.has(key) ||
      computed.some(({ start, end }) => start !== '' && key.startsWith(start) && key.endsWith(end));
    expect(keys.filter((key) => !isUsed(key))).to.deep.equal([]);
  });

  it('fills in values and plurals', () => {
    expect(t('username.signedInAs', { email: 'a&b@example.com' })).to.equal(
      'Logged in as a&b@example.com.',
    );
    expect(t('archive.imported', { count: 1, pages: 'menu' })).to.equal(
      '1 page was added but not published: menu.',
    );
    expect(t('archive.imported', { count: 2, pages: 'menu, news' })).to.equal(
      '2 pages were added but not published: menu, news.',
    );
  });

  it('has the specified messages for signing in, leaving, missing pages and permissions [AU2, AU3, PB6, PB9, RT5]', () => {
    expect([
      t('auth.verifyFailed'),
      t('auth.signedIn'),
      t('auth.accountFetchFailed'),
      t('leaveText.changes'),
      t('notFound.title'),
      t('publish.notPermitted'),
    ]).to.deep.equal([
      'Something went wrong. Try logging in again.',
      'Login successful. Welcome back!',
      'Something went wrong. Please try logging in again.',
      'You have UNSAVED changes. CANCEL to return and save. OKAY to discard them.',
      'Page does not exist.',
      "You don't have the permission to publish.",
    ]);
  });
});
