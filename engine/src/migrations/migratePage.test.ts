import { expect } from 'chai';
import { makeTestPage } from '../testing/makeTestPage.ts';
import { compareVersions, migratePage } from './migratePage.ts';

const pageOf = (editorVersion: string) =>
  makeTestPage([], { settings: { editorVersion, referenceWidth: 600 } });

describe('migratePage', () => {
  it('takes a page of the current version as it is', () => {
    expect(migratePage(pageOf('0.7.0'))).to.eql({
      page: pageOf('0.7.0'),
      from: '0.7.0',
      migrated: false,
    });
  });

  const refused: [unknown, string][] = [
    [pageOf('0.7.1'), 'page_newer_than_editor'],
    [pageOf('0.10.0'), 'page_newer_than_editor'],
    [pageOf('0.6.0'), 'page_version_unsupported'],
    [pageOf('x'), 'page_unsupported_settings'],
    [null, 'page_unsupported_settings'],
    [{ ...pageOf('0.7.0'), things: {} }, 'page_invalid_thing'],
  ];
  for (const [json, code] of refused)
    it(`refuses with ${code}`, () => {
      expect(() => migratePage(json))
        .to.throw()
        .with.property('code', code);
    });

  it('compares versions by number', () => {
    expect(compareVersions('0.10.0', '0.9.9')).to.be.greaterThan(0);
    expect(compareVersions('0.7.0', '0.7.0')).to.equal(0);
  });
});
