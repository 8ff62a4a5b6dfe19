import { expect } from 'chai';
import { ApiError } from '../../api/ApiError.ts';
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

  it('sends an image again, once, with a new signature if the server refuses the one that it has, instead of losing the image [UL7]', async () => {
    const signatures: string[] = [];
    let refused: readonly unknown[] = [];
    const sent: unknown[] = [];
    const asset = { url: '/assets/a.webp', width: 4, height: 2 };
    const send = (form: FormData) => {
      const signature = form.get('signature');
      sent.push(signature);
      return refused.includes(signature)
        ? Promise.reject(new ApiError('upload_signature_expired', 403))
        : Promise.resolve(asset);
    };
    const upload = createUploader(
      () => {
        signatures.push(`s${String(signatures.length)}`);
        return Promise.resolve({ signature: signatures.at(-1) ?? '', expires: 1 } as never);
      },
      { send: send },
    );
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const file = new File(['x'], 'a.png');
    await upload(file, options);
    refused = ['s0'];
    expect(await upload(file, options)).to.equal(asset);
    expect(sent).to.eql(['s0', 's0', 's1']);
    refused = ['s1', 's2'];
    const error: unknown = await upload(file, options).catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'upload_signature_expired' });
    expect(sent.slice(3)).to.eql(['s1', 's2']);
  });
});
