import { expect } from 'chai';
import { ApiError } from '../../api/ApiError.ts';
import { readError } from '../../api/readError.ts';
import { translate as t } from '../../messages/i18n.ts';
import { uploadByOtherError, uploadError } from './uploadError.ts';

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

  it('keeps an image while another account is signed in, and names both accounts [PB17]', () => {
    const names = { own: 'juno', other: 'wren' };
    const { code, message, action } = uploadByOtherError(t, names, () => undefined);
    expect([code, message, action?.label]).to.eql([
      'unreachable',
      "You're now logged in as wren, in another tab. Log in as juno, and we'll upload your image.",
      'Log in',
    ]);
  });

  it('keeps an image while a proxy or the server cannot respond, and refuses an invalid one [UL7]', async () => {
    const failure = async (status: number, body = '') => {
      const error = await readError(new Response(body, { status }));
      const options = { maxMb: 5, isSignedIn: true, logIn: () => undefined };
      const { code, message } = uploadError(t, error, options);
      return [code, message];
    };
    const unavailable = [
      'unreachable',
      "Cobble can't take your image just now. We'll upload it as soon as we can.",
    ];
    for (const status of [500, 502, 503, 504, 429])
      expect(await failure(status, 'Cobble is starting'), String(status)).to.eql(unavailable);
    expect(await failure(503, '{"code":"err_unavailable"}')).to.eql(unavailable);
    expect(await failure(400, '{"code":"upload_unsupported_type"}')).to.eql([
      'failed',
      'Unsupported file type (only .png, .gif, and .jpgs)',
    ]);
    // The page of a network that wants a login first.
    const invalid = new ApiError('response_invalid', 200);
    const options = { maxMb: 5, isSignedIn: true, logIn: () => undefined };
    expect(uploadError(t, invalid, options).code).to.equal('unreachable');
    for (const status of [403, 404, 413])
      expect((await failure(status, '<h1>Too large</h1>'))[0], String(status)).to.equal('failed');
    expect((await failure(507, '{"code":"err_storage_full"}'))[0]).to.equal('failed');
  });
});
