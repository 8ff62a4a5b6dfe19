import { expect } from 'chai';
import fc from 'fast-check';
import { allowsFeature, type PlanFeature, type PlanName, PLANS, planOf } from './plans.ts';
import { ROLES } from './roles.ts';

const NAMES: readonly PlanName[] = ['basic', 'supporter', 'plus', 'pro', 'admin'];

describe('planOf', () => {
  it('picks the highest role; canary, insider, moderator and resident have no rank [A6]', () => {
    expect(planOf([]).role).to.equal('basic');
    expect(planOf(['canary', 'insider', 'resident', 'moderator']).role).to.equal('basic');
    expect(planOf(['basic', 'supporter']).name).to.equal('Mini');
    expect(planOf(['supporter', 'plus', 'pro']).role).to.equal('pro');
    expect(planOf(['pro', 'admin']).role).to.equal('admin');
    expect(PLANS.map(({ role, priority }) => [role, priority])).to.deep.equal([
      ['admin', 0],
      ['pro', 1],
      ['plus', 3],
      ['supporter', 5],
      ['basic', 10],
    ]);
  });

  it('ignores the order of roles and unknown roles [A6]', () => {
    const roles = fc.shuffledSubarray([...ROLES, 'emperor', '__proto__', 'toString']);
    fc.assert(
      fc.property(roles, (accountRoles) => {
        const ranks = PLANS.filter(({ role }) => accountRoles.includes(role)).map(
          (each) => each.priority,
        );
        expect(planOf(accountRoles).priority).to.equal(Math.min(10, ...ranks));
      }),
    );
  });

  it('has the caps of each plan [A7]', () => {
    const caps = NAMES.map((role) => {
      const { maxPages, maxBlocks, maxUploadMb, maxStorageBytes } = planOf([role]);
      const storageMb = maxStorageBytes === null ? null : maxStorageBytes / 1024 / 1024;
      return [role, maxPages, maxBlocks, maxUploadMb, storageMb];
    });
    expect(caps).to.deep.equal([
      ['basic', 5, 40, 5, 200],
      ['supporter', 25, 40, 5, 1024],
      ['plus', 100, 1000, 20, 10_240],
      ['pro', 10_000, 10_000, 20, 51_200],
      ['admin', null, null, 20, null],
    ]);
  });
});

describe('allowsFeature', () => {
  // One row per feature, from the lowest plan to the highest.
  const table: readonly (readonly [PlanFeature, ...boolean[]])[] = [
    ['customDomain', false, false, true, true, true],
    ['privatePages', false, false, true, true, true],
    ['shareImage', false, false, true, true, true],
    ['favicon', false, false, true, true, true],
    ['analyticsId', false, false, true, true, true],
    ['metaTags', false, false, true, true, true],
    ['hideAttribution', false, true, true, true, true],
    ['codeEmbeds', false, false, true, true, true],
    ['premiumFonts', false, true, true, true, true],
    ['domainVoucher', false, false, true, true, false],
    ['manageSubscription', false, true, true, true, false],
  ];
  for (const [feature, ...expected] of table)
    it(`grants ${feature} as specified [A8]`, () => {
      expect(NAMES.map((role) => allowsFeature({ roles: [role] }, feature))).to.deep.equal(
        expected,
      );
      expect(allowsFeature(null, feature)).to.equal(false);
    });

  it('lets paying subscribers manage their subscription, whatever their role [A8]', () => {
    for (const role of ROLES) {
      const roles = [role];
      const manage = (hasPaidSubscription: boolean): boolean =>
        allowsFeature({ roles, hasPaidSubscription }, 'manageSubscription');
      expect([manage(true), manage(false)]).to.deep.equal([true, false]);
    }
  });
});
