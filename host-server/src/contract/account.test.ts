import { expect } from 'chai';
import fc from 'fast-check';
import { checkUsername, usernameSchema } from './account.ts';

describe('a username', () => {
  it('is a DNS label in lower case if it is valid [AC4]', () => {
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
