import { createBlankPage } from '@cobble/engine';
import type { ServiceError } from '@cobble/renderer-konva/editor';
import { expect } from 'chai';
import type { ApiClient } from '../../api/ApiClient.ts';
import { ApiError, type ApiErrorCode } from '../../api/ApiError.ts';
import { translate } from '../../messages/i18n.ts';
import { createPublishing } from './createPublishing.ts';

const PAGE = { isPublished: true, hasRoom: false };

describe('createPublishing', () => {
  /** Publishes while each call fails; returns the message, and the action of its notice. */
  async function fail(
    code: ApiErrorCode,
    isPublic: boolean,
    names: { own: string; other: string } | null = null,
  ) {
    const call = () => Promise.reject(new ApiError(code, 0));
    const publishing = createPublishing({ call } as unknown as ApiClient, translate, PAGE, {
      noteValid: () => undefined,
      logIn: () => undefined,
      findOther: () => Promise.resolve(names),
    });
    const blank = createBlankPage({ slug: 'main', createId: () => 'a' });
    const page = { ...blank, isPublic } as unknown as Parameters<typeof publishing.publish>[0];
    const error = await publishing.publish(page, 1).then(
      () => null,
      (failure: unknown) => failure as ServiceError,
    );
    return [error?.message, error?.action?.label];
  }

  it('reports an expired session and offers to log in, so that the user can go on [PB5, PB17]', async () => {
    expect(await fail('err_unauthorized', true)).to.eql(['You need to be logged in.', 'Log in']);
  });

  it('tells a user whose publish got no response that the page may not be published, and that the changes are kept [PB5]', async () => {
    expect(await fail('network_unreachable', true)).to.eql([
      "We couldn't reach Cobble, so your page may not be published. Your changes are safe. Check your connection and publish again.",
      undefined,
    ]);
  });

  it('tells a user that the changes are kept while the server cannot respond [PB5]', async () => {
    const kept = ' Your changes are safe.';
    expect(await fail('err_unavailable', true)).to.eql([
      `Cobble is temporarily unavailable. Try again in a moment.${kept}`,
      undefined,
    ]);
    expect((await fail('page_slug_already_used', true))[0]).not.to.contain(kept);
  });

  it('does not promise that changes to a private page are kept [PB5, PB8]', async () => {
    expect(await fail('err_unauthorized', false)).to.eql(['You need to be logged in.', 'Log in']);
    expect(await fail('network_unreachable', false)).to.eql([
      "We couldn't reach Cobble, so your page may not be published. Check your connection and publish again.",
      undefined,
    ]);
  });

  it('names both accounts if the user has logged in to another one in another tab, to which the page does not exist [PB5, PB17]', async () => {
    const names = { own: 'juno', other: 'wren' };
    const message =
      "You're now logged in as wren, in another tab. Log in as juno to publish this page.";
    expect(await fail('page_does_not_exist', true, names)).to.eql([
      `${message} Your changes are safe.`,
      'Log in',
    ]);
    expect(await fail('err_forbidden', false, names)).to.eql([message, 'Log in']);
    expect(await fail('page_does_not_exist', true)).to.eql(['Page does not exist.', undefined]);
    expect(await fail('err_rate_limited', false, names)).to.eql([
      'Too many attempts. Wait a few minutes and try again.',
      undefined,
    ]);
  });

  it('notes that the session is valid again once publishing succeeds, so that discarded changes are discarded [PB17]', async () => {
    let noted = 0;
    const call = () => Promise.resolve({ revision: 2 });
    const api = { call } as unknown as ApiClient;
    const publishing = createPublishing(api, translate, PAGE, {
      noteValid: () => (noted += 1),
      logIn: () => undefined,
      findOther: () => Promise.resolve(null),
    });
    const page = createBlankPage({ slug: 'main', createId: () => 'a' });
    await publishing.publish(page as unknown as Parameters<typeof publishing.publish>[0], 1);
    expect(noted).to.equal(1);
  });

  it('publishes the draft in the room as of the seq that is shown, and sends no page that others may have changed [LR12]', async () => {
    const sent: unknown[] = [];
    const call = (_: unknown, { params, body }: { params: unknown; body: unknown }) => {
      sent.push(params, body);
      return Promise.resolve({ slug: 'main', revision: 12, updatedAt: '' });
    };
    const api = { call } as unknown as ApiClient;
    const publishing = createPublishing(
      api,
      translate,
      { ...PAGE, hasRoom: true },
      {
        noteValid: () => undefined,
        logIn: () => undefined,
        findOther: () => Promise.resolve(null),
      },
    );
    const page = { ...createBlankPage({ slug: 'main', createId: () => 'a' }), ID: 7 };
    await publishing.publish(page as unknown as Parameters<typeof publishing.publish>[0], 12);
    expect(sent).to.eql([{ id: 7 }, { seq: 12 }]);
  });
});
