import { expect } from 'chai';
import { StartupError } from '../shared/StartupError.ts';
import { openDatabase } from './openDatabase.ts';
import { createTestDatabase } from '../testing/index.ts';
import { databaseFailureOf } from './databaseErrors.ts';

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('databaseFailureOf', () => {
  it('distinguishes a database that is down or full from one that rejects a statement, by the error or its causes', () => {
    expect(databaseFailureOf(coded('57P01'))).to.equal('down');
    expect(databaseFailureOf(coded('08006'))).to.equal('down');
    expect(databaseFailureOf(coded('53100'))).to.equal('full');
    expect(databaseFailureOf(coded('ENOSPC'))).to.equal('full');
    expect(databaseFailureOf(new AggregateError([coded('ECONNREFUSED')]))).to.equal('down');
    const wrapped = new StartupError('migration_failed', 'x', { cause: coded('57P02') });
    expect(databaseFailureOf(wrapped)).to.equal('down');
    for (const error of [coded('23505'), coded('28P01'), coded('ENOENT'), new Error('x'), null, 7])
      expect(databaseFailureOf(error)).to.equal(null);
    const endless = new Error('x');
    endless.cause = endless;
    expect(databaseFailureOf(endless)).to.equal(null);
  });

  it('recognises the errors that pg and knex throw', async () => {
    const unreachable = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    const refused: unknown = await unreachable.raw('SELECT 1').catch((error: unknown) => error);
    await unreachable.destroy();
    expect(databaseFailureOf(refused)).to.equal('down');
    const { knex, drop } = await createTestDatabase();
    const rejected: unknown = await knex.raw('SELECT nothing').catch((error: unknown) => error);
    expect(databaseFailureOf(rejected)).to.equal(null);
    const killed: unknown = await knex
      .raw('SELECT pg_terminate_backend(pg_backend_pid())')
      .catch((error: unknown) => error);
    expect(databaseFailureOf(killed)).to.equal('down');
    await drop();
  });
});
