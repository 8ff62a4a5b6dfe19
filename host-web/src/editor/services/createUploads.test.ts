import { expect } from 'chai';
import type { ServiceError } from '@cobble/renderer-konva/editor';
import type { ApiClient } from '../../api/ApiClient.ts';
import { ApiError } from '../../api/ApiError.ts';
import { translate as t } from '../../messages/i18n.ts';
import { createUploader } from './createUploader.ts';
import { createUploads } from './createUploads.ts';

const ASSET = { url: '/assets/a.webp', width: 4, height: 2 };
const NAMES = { own: 'juno', other: 'wren' };
const NO_OTHER = () => Promise.resolve(null);
const OTHER = () => Promise.resolve(NAMES);

/** A server that accepts the signatures of one account. */
function setUp() {
  const state = {
    findOther: NO_OTHER as () => Promise<typeof NAMES | null>,
    owner: 'juno',
    beforeSigning: (): void => undefined,
  };
  const stored: string[] = [];
  const api = {
    call: () => {
      state.beforeSigning();
      return Promise.resolve({ signature: state.owner, expires: 1 });
    },
  };
  const send = (form: FormData) => {
    if (form.get('signature') !== state.owner)
      return Promise.reject(new ApiError('upload_signature_expired', 403));
    stored.push(state.owner);
    return Promise.resolve(ASSET);
  };
  const uploads = createUploads({
    ...{ t, logIn: () => undefined, api: api as unknown as ApiClient },
    account: { findOther: () => state.findOther() },
    createUploader: (sign) => createUploader(sign, { send: send }),
  })({ maxMb: 5, isSignedIn: true });
  const upload = () =>
    uploads.upload(new File(['x'], 'a.png'), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  const failure = () =>
    upload().then(
      () => null,
      (error: unknown) => error as ServiceError,
    );
  return { state, stored, upload, failure };
}

describe('createUploads', () => {
  it('lets an image wait, and stores it for no other account, while it is unknown who has logged in [UL7, PB17]', async () => {
    for (const code of ['err_unavailable', 'network_unreachable'] as const) {
      const { state, stored, failure } = setUp();
      state.owner = 'wren';
      state.findOther = () => Promise.reject(new ApiError(code, 0));
      expect((await failure())?.code).to.equal('unreachable');
      state.findOther = OTHER;
      expect((await failure())?.message).to.contain('logged in as wren');
      expect(stored).to.eql([]);
    }
  });

  it('lets an image wait if the user logs in to another account just before its signature is requested [UL7, PB17]', async () => {
    const { state, stored, failure } = setUp();
    state.findOther = () => (state.owner === 'juno' ? NO_OTHER() : OTHER());
    state.beforeSigning = () => (state.owner = 'wren');
    expect((await failure())?.code).to.equal('unreachable');
    expect(stored).to.eql([]);
  });

  it('lets an image wait if the user has logged in to another account since the image before, whose signature is not valid for it [UL7, PB17]', async () => {
    const { state, stored, upload, failure } = setUp();
    await upload();
    state.owner = 'wren';
    state.findOther = () => Promise.reject(new ApiError('network_unreachable', 0));
    expect((await failure())?.code).to.equal('unreachable');
    state.findOther = OTHER;
    expect((await failure())?.code).to.equal('unreachable');
    Object.assign(state, { owner: 'juno', findOther: NO_OTHER });
    await upload();
    expect(stored).to.eql(['juno', 'juno']);
  });
});
