import { expect } from 'chai';
import { createTestDatabase } from '../testing/index.ts';

describe('openDatabase', () => {
  it('keeps the values of a statement out of the error when it fails', async () => {
    const { knex, drop } = await createTestDatabase();
    const error = await knex('accounts')
      .where({ email: 'ada@example.com', nothing: 1 })
      .then(
        () => null,
        (failure: unknown) => failure,
      );
    await drop();
    expect(error).to.be.instanceOf(Error);
    expect(String(error)).to.include('nothing').and.not.include('ada@example.com');
  });
});
