import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { en } from './en.ts';
import { createEditorI18n, translateOf } from './i18n.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the English catalogue', () => {
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith('en.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const literal = new Set([...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => key));
  // A key with a computed part, like t(`align.${value}`), uses all keys that begin and end like it.
  const computed = [...source.matchAll(/\bt\(\s*`([\w.-]*)\$\{[^`]*\}([\w.-]*)`/g)].map(
    ([, start = '', end = '']) => ({ start, end }),
  );
  const { canvas: _, ...groups } = en;
  const keys = Object.entries(groups).flatMap(([group, messages]) =>
    Object.keys(messages).map((name) => `${group}.${name.replace(/_(?:one|other)$/, '')}`),
  );

  it('has every message whose key is a string literal in the code', () => {
    const known = new Set(keys);
    expect([...literal].filter((key) => !known.has(key ?? ''))).to.deep.equal([]);
  });

  it('has no message that the editor does not use', () => {
    const isUsed = (key: string): boolean =>
      literal.has(key) ||
      computed.some(({ start, end }) => start !== '' && key.startsWith(start) && key.endsWith(end));
    expect(keys.filter((key) => !isUsed(key))).to.deep.equal([]);
  });

  it('can be replaced in part by a host', () => {
    const t = translateOf(createEditorI18n({ pageBar: { publish: 'Go live' } }));
    expect(t('pageBar.publish')).to.equal('Go live');
    expect(t('pageBar.preview')).to.equal('Preview');
  });

  it('fills in values and plurals', () => {
    const t = translateOf(createEditorI18n());
    expect(t('section.name', { number: 2 })).to.equal('Section 2');
    expect(t('paste.copied', { count: 1 })).to.equal('1 block copied');
    expect(t('paste.copied', { count: 12 })).to.equal('12 blocks copied');
  });
});
