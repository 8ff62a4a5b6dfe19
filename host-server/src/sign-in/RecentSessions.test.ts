import { expect } from 'chai';
import { createAddresses } from '../http/addresses.ts';
import { createToken, hashToken } from '../shared/tokens.ts';
import { RecentSessions } from './RecentSessions.ts';

describe('recent sessions', () => {
  const cookieOf = (token: string): string => `cobble-session=${token}`;
  const create = (): RecentSessions =>
    new RecentSessions(createAddresses('http://localhost:3000', 'localhost:3000'));

  it('are not forgotten because another account sends its own with thousands of invented ones [LM28]', () => {
    const recent = create();
    const [ada, eve] = [createToken(), createToken()];
    recent.note(cookieOf(ada), hashToken(ada));
    for (let count = 0; count < 10_001; count += 1)
      recent.note(`${cookieOf(eve)}; ${cookieOf(createToken())}`, hashToken(eve));
    expect(recent.has(cookieOf(ada))).to.equal(true);
  });

  it('are known whatever else the Cookie header has, until they are found to have ended [LM28]', () => {
    const recent = create();
    const [ada, planted] = [createToken(), createToken()];
    expect(recent.has(undefined)).to.equal(false);
    expect(recent.has(cookieOf(ada))).to.equal(false);
    recent.note(`${cookieOf(planted)}; ${cookieOf(ada)}`, hashToken(ada));
    expect(recent.has(cookieOf(ada))).to.equal(true);
    expect(recent.has(`${cookieOf(planted)}; ${cookieOf(ada)}`)).to.equal(true);
    expect(recent.has(cookieOf(planted)), 'the planted one').to.equal(false);
    recent.note(cookieOf(ada), null);
    expect(recent.has(cookieOf(ada))).to.equal(false);
  });
});
