import { expect } from 'chai';
import { createUploader } from './createUploader.ts';

describe('createUploader', () => {
  it('sends nothing if the upload is aborted while its signature is requested', async () => {
    const abort = new AbortController();
    const reason = new Error('removed');
    const upload = createUploader(() => {
      abort.abort(reason);
      return Promise.resolve({ signature: 'abc', expires: 1 } as never);
    });
    const options = { signal: abort.signal, onProgress: () => undefined };
    const error: unknown = await upload(new File(['x'], 'a.png'), options).catch(
      (caught: unknown) => caught,
    );
    expect(error).to.equal(reason);
  });
});
