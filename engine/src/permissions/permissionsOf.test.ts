import { expect } from 'chai';
import fc from 'fast-check';
import { BUILTIN_PAGE_IDS } from './pageIds.ts';
import { ALL_PERMISSIONS, NO_PERMISSIONS, SAMPLE_PERMISSIONS, VIEW_ONLY } from './Permissions.ts';
import { type PermissionsRequest, permissionsOf } from './permissionsOf.ts';

const OWNER = { ID: 1 };
const OTHER = { ID: 2 };
const PAGE = { ID: 7, accountID: 1, isPublic: true, isPeekable: false, isDisabled: false };
type Change = Partial<PermissionsRequest['page']>;
const accessOf = (account: { ID: number } | null, change: Change = {}, hasPassword = false) =>
  permissionsOf({ account, page: { ...PAGE, ...change }, hasPassword });

const EDITING = { mode: 'Editing', safeMode: false };
const OWN_PREVIEW = { mode: 'Previewing', safeMode: false };
const OTHERS_PREVIEW = { mode: 'Previewing', safeMode: true };

describe('permissionsOf', () => {
  it('grants the owner of an enabled page everything and opens it for editing [A1]', () => {
    for (const change of [{}, { isPublic: false }, { isPeekable: true }, { isRestricted: true }])
      expect(accessOf(OWNER, change)).to.deep.equal({ ...ALL_PERMISSIONS, ...EDITING });
  });

  it('lets the owner of a disabled page only view it, with code embeds running [A1]', () => {
    expect(accessOf(OWNER, { isDisabled: true })).to.deep.equal({ ...VIEW_ONLY, ...OWN_PREVIEW });
  });

  it('lets others only view a page, in safe mode [A2]', () => {
    for (const account of [OTHER, null])
      expect(accessOf(account)).to.deep.equal({ ...VIEW_ONLY, ...OTHERS_PREVIEW });
  });

  it('lets others sample a samplable page but never publish it [A2]', () => {
    for (const account of [OTHER, null])
      expect(accessOf(account, { isPeekable: true })).to.deep.equal({
        ...SAMPLE_PERMISSIONS,
        ...OTHERS_PREVIEW,
      });
  });

  it('hides private, disabled and restricted pages from others, samplable or not [A3]', () => {
    for (const change of [{ isPublic: false }, { isDisabled: true }, { isRestricted: true }])
      for (const account of [OTHER, null])
        for (const isPeekable of [true, false])
          expect(accessOf(account, { ...change, isPeekable })).to.deep.equal({
            ...NO_PERMISSIONS,
            ...OTHERS_PREVIEW,
          });
  });

  it('opens a restricted page with its password, but never a private one [A3]', () => {
    expect(accessOf(null, { isRestricted: true }, true)).to.deep.equal({
      ...VIEW_ONLY,
      ...OTHERS_PREVIEW,
    });
    expect(accessOf(null, { isRestricted: true, isPeekable: true }, true).canSample).to.equal(true);
    expect(accessOf(null, { isRestricted: true, isPublic: false }, true).canView).to.equal(false);
    expect(accessOf(null, { isRestricted: true, isDisabled: true }, true).canView).to.equal(false);
  });

  it('opens built-in pages for everyone in preview, to try but not to publish [A4]', () => {
    for (const ID of Object.values(BUILTIN_PAGE_IDS))
      for (const account of [OWNER, OTHER, null])
        expect(accessOf(account, { ID, accountID: 0 })).to.deep.equal({
          ...SAMPLE_PERMISSIONS,
          ...OWN_PREVIEW,
        });
  });

  it('grants everything in a development build [A4]', () => {
    const request = { account: null, build: 'development' as const };
    expect(permissionsOf({ ...request, page: { ...PAGE, isPublic: false } })).to.deep.equal({
      ...ALL_PERMISSIONS,
      ...EDITING,
    });
    const paper = { ...PAGE, ID: BUILTIN_PAGE_IDS.paper };
    expect(permissionsOf({ ...request, page: paper })).to.deep.equal({
      ...ALL_PERMISSIONS,
      ...OWN_PREVIEW,
    });
  });

  it('lets only the owner publish, and grants editing and sampling together, never without viewing [A2, A5]', () => {
    const page = fc.record({
      ID: fc.constantFrom(7, -1, -2),
      accountID: fc.constantFrom(0, 1, 2),
      isPublic: fc.boolean(),
      isPeekable: fc.boolean(),
      isDisabled: fc.boolean(),
      isRestricted: fc.constantFrom(true, false, undefined),
    });
    const account = fc.constantFrom(null, OWNER, OTHER);
    fc.assert(
      fc.property(page, account, fc.boolean(), (page, account, hasPassword) => {
        const access = permissionsOf({ page, account, hasPassword });
        if (access.canPublish) expect(page.accountID).to.equal(account?.ID);
        if (access.canPublish) expect(access.canEdit).to.equal(true);
        if (access.canEdit) expect(access.canView && access.canSample).to.equal(true);
        if (access.canSample) expect(access.canView && access.canEdit).to.equal(true);
        if (access.mode === 'Editing') expect(access.canPublish).to.equal(true);
        if (account?.ID !== page.accountID && page.ID > 0) expect(access.safeMode).to.equal(true);
      }),
    );
  });
});
