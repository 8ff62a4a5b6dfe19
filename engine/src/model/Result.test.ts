import { expect } from 'chai';
import { CobbleError } from './CobbleError.ts';
import { ok, refuse, type Result } from './Result.ts';

describe('a result', () => {
  it('unwraps to its value [E45]', () => {
    const result: Result<number> = ok(3);
    expect(result.unwrap()).to.equal(3);
  });

  it('throws its code and details when a refusal is unwrapped [E45]', () => {
    const details = { uuid: 'a', path: 'content.rings', message: 'must be a number' };
    let thrown: unknown;
    try {
      refuse('invalid_block', details).unwrap();
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof CobbleError)) throw new Error('must throw a CobbleError');
    expect(thrown.code).to.equal('invalid_block');
    expect(thrown.details).to.eql(details);
    expect(thrown.message).to.equal('refused: invalid_block: content.rings: must be a number');
    expect(() => refuse('no_page').unwrap()).to.throw(CobbleError, /^refused: no_page$/);
  });

  it('names what was refused, so that the author of a script need not search for it [E45]', () => {
    const messageOf = (code: string, details: Record<string, unknown>): string => {
      try {
        return refuse(code, details).unwrap();
      } catch (error) {
        return (error as CobbleError).message;
      }
    };
    const message = 'did you mean bell?';
    expect([
      messageOf('unknown_type', { index: 1, type: 'bel', message }),
      messageOf('unknown_block', { path: 'uuids', uuid: 'a\n"' }),
      messageOf('block_locked', { uuid: 'x'.repeat(100_000) }),
      messageOf('unknown_type', { type: 5 }),
    ]).to.eql([
      'refused: unknown_type: index 1: "bel": did you mean bell?',
      String.raw`refused: unknown_block: uuids: "a\n\""`,
      `refused: block_locked: "${'x'.repeat(80)}"`,
      'refused: unknown_type',
    ]);
  });

  it('is not created without a code, which would give no reason [E45, J13]', () => {
    for (const code of [undefined, null, '', 5, { code: 'change_refused' }])
      expect(() => refuse(code as never))
        .to.throw(CobbleError, /^code must be a string/)
        .that.deep.include({ code: 'input_invalid', details: { path: 'code' } });
  });

  it('compares, serialises and is copied as plain data [E45]', () => {
    expect(ok([1])).to.deep.equal({ ok: true, value: [1] });
    expect(refuse('no_page')).to.deep.equal({ ok: false, code: 'no_page' });
    expect(Object.keys(refuse('no_page'))).to.eql(['ok', 'code']);
    expect(JSON.stringify(refuse('a', { path: 'b' }))).to.equal(
      '{"ok":false,"code":"a","details":{"path":"b"}}',
    );
    expect(structuredClone(ok(1))).to.eql({ ok: true, value: 1 });
  });
});
