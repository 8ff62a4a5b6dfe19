import { EDITOR_VERSION } from '@cobble/engine';
import type { StoredPage } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { readStoredPage } from './readStoredPage.ts';

const stored = (editorVersion: string): StoredPage => ({
  ID: 1,
  slug: 'main',
  site: { ID: 1, slug: 'ada' },
  accountID: 1,
  isPublic: true,
  isListed: false,
  isPeekable: false,
  isDisabled: false,
  relativeHeight: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 4,
  settings: { editorVersion, referenceWidth: 600 },
  style: {},
  things: {
    root: {
      uuid: 'root',
      type: 'group',
      position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 0 },
      properties: { hyperlink: 'https://ada.cobble.example/about' },
      styles: {},
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    },
  },
  isPublished: true,
});
const read = (page: StoredPage) => readStoredPage(page, 'https://ada.cobble.example/');

describe('readStoredPage', () => {
  it('returns a current page unchanged, with nothing to publish', () => {
    const page = stored(EDITOR_VERSION);
    expect(read(page)).to.deep.equal({ ok: true, value: { page, isMigrated: false } });
  });

  it('migrates a page of an older editor, keeps links to its own site in the tab and marks it as changed [ED7]', () => {
    const result = read(stored('0.4.0'));
    if (!result.ok) throw new Error(result.code);
    const { page, isMigrated } = result.value;
    expect([page.settings.editorVersion, isMigrated]).to.deep.equal([EDITOR_VERSION, true]);
    expect(page.things['root']?.properties.hyperlinkTarget).to.equal('_self');
  });

  it('refuses pages of newer editors and damaged pages [ED7]', () => {
    expect(read(stored('9.0.0'))).to.include({ ok: false, code: 'page_newer_than_editor' });
    const damaged = { ...stored(EDITOR_VERSION), things: {} };
    expect(read(damaged)).to.include({ ok: false, code: 'page_invalid_thing' });
  });
});
