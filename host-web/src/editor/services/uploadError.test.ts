import { expect } from 'chai';
import { ApiError } from '../../api/ApiError.ts';
import { translate as t } from '../../messages/i18n.ts';
import { uploadError } from './uploadError.ts';

describe('uploadError', () => {
  it('keeps the image of a user whose session has expired until they have logged in again, and refuses it to a visitor [PB17]', () => {
    const failure = (isSignedIn: boolean, code: 'err_unauthorized' | 'network_unreachable') => {
      const error = new ApiError(code, 401);
      const result = uploadError(t, error, { maxMb: 5, isSignedIn, logIn: () => undefined });
      return [result.code, result.message, result.action?.label];
    };
    expect(failure(true, 'err_unauthorized')).to.eql([
      'unreachable',
      "You need to be logged in. We'll upload your image after that.",
      'Log in',
    ]);
    expect(failure(false, 'err_unauthorized')).to.eql([
      'failed',
      'You need to be logged in.',
      'Log in',
    ]);
    expect(failure(false, 'network_unreachable').slice(0, 1)).to.eql(['unreachable']);
  });
});
