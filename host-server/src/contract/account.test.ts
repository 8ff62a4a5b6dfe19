import { expect } from 'chai';
import fc from 'fast-check';
import { checkUsername, usernameSchema } from './account.ts';
import { planOf } from './plans.ts';

describe('a username', () => {
  it('that passes is a DNS label in lower case', () => {
    const typed = fc.string({
      unit: fc.constantFrom('a', 'Z', '0', '-', '_', '.', 'é', ' '),
      maxLength: 24,
    });
    fc.assert(
      fc.property(typed, (username) => {
        const passes = checkUsername(username) === null;
        expect(usernameSchema.safeParse(username).success).to.equal(passes);
        if (passes) expect(username.toLowerCase()).to.match(/^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$/);
      }),
    );
  });
});

describe('planOf', () => {
  it('goes by the highest role (accounts-sites-community.md section 6)', () => {
    expect(planOf([]).role).to.equal('basic');
    expect(planOf(['canary', 'insider', 'resident', 'moderator']).role).to.equal('basic');
    expect(planOf(['basic', 'supporter']).name).to.equal('Mini');
    expect(planOf(['supporter', 'plus', 'pro']).role).to.equal('pro');
    expect(planOf(['pro', 'admin']).maxBlocks).to.equal(null);
  });

  it('knows the limits of each plan (section 9)', () => {
    const limits = (['basic', 'supporter', 'plus', 'pro'] as const).map((role) => {
      const { maxPages, maxBlocks, maxUploadMb } = planOf([role]);
      return [maxPages, maxBlocks, maxUploadMb];
    });
    expect(limits).to.deep.equal([
      [5, 40, 5],
      [25, 40, 5],
      [100, 1000, 20],
      [10_000, 10_000, 20],
    ]);
  });
});
