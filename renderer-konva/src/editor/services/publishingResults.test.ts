import { CobbleError } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { checkLatest, checkPublicUrl, checkPublished } from './publishingResults.ts';

const STORED = { revision: 4, updatedAt: '2026-11-21T02:00:00Z' };
const LATEST = { page: testPage(), hasPublishableChanges: false };

/** The message of the error, which begins with its path; null if the result is accepted. */
function problemOf(check: (result: unknown) => unknown, result: unknown): string | null {
  try {
    check(result);
    return null;
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    expect(error.code).to.equal('input_invalid');
    expect(error.message.startsWith(`${String(error.details['path'])} `)).to.equal(true);
    return error.message;
  }
}

describe('the results of a publishing service', () => {
  it('include an address that is text: an async function would be shown as [object Promise] [J13]', () => {
    expect(problemOf(checkPublicUrl, Promise.resolve('https://a.example/'))).to.equal(
      'publicUrl is an object, but must be a string',
    );
    expect([undefined, null, 'https://a.example/'].map(checkPublicUrl)).to.eql([
      null,
      null,
      'https://a.example/',
    ]);
  });

  it('of the wrong type are reported with their path, so that the host does not publish on a wrong revision [J13]', () => {
    const revisionProblem = (shown: string) =>
      `publish.revision is ${shown}, but must be a whole number from 0`;
    const date = new Date();
    for (const [result, message] of [
      [undefined, 'publish must return { revision, updatedAt }'],
      [{ ...STORED, revision: undefined, revison: 4 }, revisionProblem('undefined')],
      [{ ...STORED, revision: NaN }, revisionProblem('NaN')],
      [{ ...STORED, revision: -1 }, revisionProblem('-1')],
      [date, revisionProblem('undefined')],
      [
        { ...STORED, updatedAt: date },
        'publish.updatedAt is an object, but must be a string in ISO 8601',
      ],
    ] as const)
      expect(problemOf(checkPublished, result)).to.equal(message);
    for (const [result, message] of [
      [null, 'loadLatest must return { page, hasPublishableChanges }'],
      [{}, 'loadLatest.page must be a page'],
      [
        { ...LATEST, page: {} },
        'loadLatest.page.revision is undefined, but must be a whole number from 0',
      ],
      [
        { page: LATEST.page },
        'loadLatest.hasPublishableChanges is undefined, but must be true or false',
      ],
    ] as const)
      expect(problemOf(checkLatest, result)).to.equal(message);
  });

  it('are reduced to the fields that the server sets', () => {
    expect(checkPublished({ ...testPage(), ...STORED })).to.deep.equal(STORED);
    expect(checkLatest(LATEST)).to.deep.equal(LATEST);
  });
});
