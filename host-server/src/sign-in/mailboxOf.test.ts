import { expect } from 'chai';
import { mailboxOf } from './mailboxOf.ts';

describe('the mailbox of an email address', () => {
  const sameMailbox: readonly (readonly [string, string])[] = [
    ['Ada@Example.org', 'ada@example.org'],
    ['ada+shop@example.org', 'ada@example.org'],
    ['ada+a+b@example.org', 'ada@example.org'],
    ['a.d.a+1@gmail.com', 'ada@gmail.com'],
    ['A.da@GoogleMail.com', 'ada@gmail.com'],
  ];
  for (const [one, other] of sameMailbox)
    it(`is the same for ${one} and ${other}, so that one person is not flooded [LM1]`, () => {
      expect(mailboxOf(one)).to.equal(mailboxOf(other));
    });

  const different: readonly (readonly [string, string])[] = [
    ['a.da@example.org', 'ada@example.org'],
    ['ada@gmail.com', 'ada@gmail.org'],
    ['ada@gmail.com', 'adam@gmail.com'],
    ['+1@example.org', '+2@example.org'],
  ];
  for (const [one, other] of different)
    it(`differs for ${one} and ${other}, so that people do not share a limit [LM1]`, () => {
      expect(mailboxOf(one)).not.to.equal(mailboxOf(other));
    });
});
