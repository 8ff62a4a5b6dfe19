import { createBlankPage, type Page } from '@cobble/engine';

/** A stored page with nothing on it, at revision 3, for tests. */
export function testPage(): Page {
  return {
    ...createBlankPage({ slug: 'main', createId: () => 'section-1' }),
    ID: 7,
    site: { ID: 5, slug: 'wren' },
    accountID: 2,
    isDisabled: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    revision: 3,
  };
}
