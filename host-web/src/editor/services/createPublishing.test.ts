import { createBlankPage } from '@cobble/engine';
import { expect } from 'chai';
import type { ApiClient } from '../../api/ApiClient.ts';
import { ApiError, type ApiErrorCode } from '../../api/ApiError.ts';
import { translate } from '../../messages/i18n.ts';
import { createPublishing } from './createPublishing.ts';

describe('createPublishing', () => {
  /** Publishes while each call fails; returns the message and how often the session expired. */
  async function fail(code: ApiErrorCode, isPublic: boolean) {
    let expirations = 0;
    const call = () => Promise.reject(new ApiError(code, 0));
    const publishing = createPublishing(
      { call } as unknown as ApiClient,
      translate,
      true,
      (hasExpired) => {
        expirations += hasExpired ? 1 : 0;
      },
    );
    const blank = createBlankPage({ slug: 'main', createId: () => 'a' });
    const page = { ...blank, isPublic } as unknown as Parameters<typeof publishing.publish>[0];
    const message = await publishing.publish(page, 1).then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    return [message, expirations];
  }

  it('reports an expired session, after which the changes are kept [PB5, PB17]', async () => {
    expect(await fail('err_unauthorized', true)).to.eql(['You need to be logged in.', 1]);
  });

  it('tells a user without a connection that the changes are kept [PB5]', async () => {
    expect(await fail('network_unreachable', true)).to.eql([
      "We couldn't reach Cobble. Your changes are kept in this browser.",
      0,
    ]);
  });

  it('does not promise that changes to a private page are kept [PB5, PB8]', async () => {
    expect(await fail('err_unauthorized', false)).to.eql(['You need to be logged in.', 1]);
    expect(await fail('network_unreachable', false)).to.eql([
      "We couldn't reach Cobble. Check your connection and try again.",
      0,
    ]);
  });

  it('notes that the session is valid again once publishing succeeds, so that discarded changes are discarded [PB17]', async () => {
    const noted: boolean[] = [];
    const call = () => Promise.resolve({ revision: 2 });
    const api = { call } as unknown as ApiClient;
    const publishing = createPublishing(api, translate, true, (expired) => noted.push(expired));
    const page = createBlankPage({ slug: 'main', createId: () => 'a' });
    await publishing.publish(page as unknown as Parameters<typeof publishing.publish>[0], 1);
    expect(noted).to.eql([false]);
  });
});
