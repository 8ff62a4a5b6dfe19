import { expect } from 'chai';
import { loggable, redactText } from './logRedaction.ts';
import { createToken } from './tokens.ts';

describe('log entries', () => {
  it('contain no email address, token or sign-in link [LG1]', () => {
    const token = createToken();
    const text = `to <ada@example.org>, http://localhost/auth/verify?token=${token}&email=x@y.org, ${token}`;
    const redacted = redactText(text);
    for (const secret of [token, 'ada@', 'x@y.org']) expect(redacted).not.to.include(secret);
    expect(redacted).to.include('/auth/verify?token=[redacted]');
  });

  it('contain no token that begins or ends with a hyphen', () => {
    const token = createToken().slice(1);
    for (const text of [`-${token}`, `${token}-`, `-${token.slice(1)}-`])
      expect(redactText(`of ${text}, `)).to.equal('of [redacted], ');
  });

  it('of any text take linear time, so that no logged address or message blocks the server [LG1]', () => {
    for (const part of ['a@', 'a', 'a.', '@', '.', 'a@b.'])
      expect(redactText(`${part.repeat(200_000)} ada@example.org`)).not.to.include('ada@');
  });

  it('of a database error contain neither the statement nor its values [LG2]', () => {
    const message = `insert into "accounts" ("email") values ('ada@example.org') - duplicate key`;
    const error = Object.assign(new Error(message), { severity: 'ERROR', code: '23505' });
    const logged = loggable(new Error('outer', { cause: error }));
    expect(JSON.stringify(logged)).not.to.include('insert').and.not.to.include('ada@');
    expect(logged['cause']).to.deep.include({ message: 'duplicate key', code: '23505' });
  });
});
