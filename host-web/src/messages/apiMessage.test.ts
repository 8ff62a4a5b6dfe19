import { ERROR_CODES, type ErrorCode } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { ApiError } from '../api/ApiError.ts';
import { apiMessage, failureMessage } from './apiMessage.ts';
import { en } from './en.ts';
import { translate } from './i18n.ts';

describe('apiMessage', () => {
  for (const code of Object.keys(ERROR_CODES) as ErrorCode[])
    it(`has a message for ${code}, with and without details [MG1]`, () => {
      const variants: Record<string, number>[] = [{}, { max: 5, over: 2, maxMb: 5 }];
      for (const details of variants) {
        const message = apiMessage(translate, code, details);
        expect(message).to.match(/^[A-Z0-9].{5,}/);
        expect(message).not.to.match(/undefined|null|[{}]|_/);
      }
    });

  it('has no message for a code that the server does not have [MG1]', () => {
    const clientCodes = new Set(['network_unreachable', 'response_invalid']);
    for (const code of Object.keys(en.error))
      expect(clientCodes.has(code) || Object.hasOwn(ERROR_CODES, code), code).to.equal(true);
  });

  it('says that the user is logged out, not that something went wrong, when the session has expired [HO8]', () => {
    const messageFor = (code: ErrorCode) => failureMessage(translate, new ApiError(code, 401));
    expect(messageFor('err_unauthorized')).to.equal("You're logged out. Log in and try again.");
    expect(messageFor('err_forbidden')).to.equal('Something went wrong. Try again.');
  });

  it('returns the specified messages [MG2]', () => {
    const messageFor = (code: ErrorCode, details = {}) => apiMessage(translate, code, details);
    expect(messageFor('err_internal_server_error')).to.equal('Something went wrong. Try again.');
    expect(messageFor('page_does_not_exist')).to.equal('Page does not exist.');
    expect(messageFor('page_slug_already_used')).to.equal('Page name already used. Try another.');
    expect(messageFor('page_invalid_hyperlink')).to.equal(
      'One of the hyperlinks is causing an issue. Please report bug.',
    );
    expect(messageFor('things_per_page_limit_exceeded', { over: 3 })).to.equal(
      '3 too many blocks on this page to publish',
    );
    expect(messageFor('pages_per_account_limit_exceeded', { max: 5 })).to.equal(
      "Can't add more than 5 pages",
    );
    expect(messageFor('upload_too_many', { max: 50 })).to.equal(
      'Only 50 files can be uploaded at a time.',
    );
    expect(messageFor('upload_too_large', { maxMb: 5 })).to.equal(
      'Max file size on your plan is 5 MB',
    );
    const ofImage = { maxMb: 5, maxFrames: 500 };
    expect(messageFor('upload_too_large', ofImage)).to.equal(
      'This image has more than 500 frames.',
    );
    expect(messageFor('upload_too_large', { maxMb: 5, maxPixels: 64e6 })).to.equal(
      'This image has too many pixels.',
    );
  });
});
