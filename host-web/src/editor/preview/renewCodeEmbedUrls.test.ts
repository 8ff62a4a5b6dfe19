import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { codesOf, type CodeEmbedUrls, renewCodeEmbedUrls } from './renewCodeEmbedUrls.ts';

interface PreviewRequest {
  readonly params: { readonly id: number };
  readonly body: { readonly codes: readonly string[] };
  readonly signal: AbortSignal;
  readonly isQuiet: boolean;
}

describe('renewCodeEmbedUrls', () => {
  const setUp = (respond: (request: PreviewRequest) => Promise<{ urls: readonly string[] }>) => {
    const requests: PreviewRequest[] = [];
    const api = {
      call: (which: unknown, input: PreviewRequest) => {
        expect(which).to.equal(calls.previewCodeEmbeds);
        requests.push(input);
        return respond(input);
      },
    };
    return { requests, api: api as unknown as Parameters<typeof renewCodeEmbedUrls>[0] };
  };
  const respondWithUrls = ({ body }: PreviewRequest) =>
    Promise.resolve({ urls: body.codes.map((code) => `https://embeds.test/${code}`) });

  it('lists the code of the code embeds without duplicates, at most fifty', () => {
    const embed = (ceCode: unknown) => ({ type: 'code-embed', content: { ceCode } });
    const blocks = ['<b>a</b>', ' <b>a</b>\n', '', '  ', 7, null, 'b'].map(embed);
    const things = {
      ...Object.fromEntries(blocks.entries()),
      text: { type: 'text', content: { ceCode: 'c' } },
    };
    expect(codesOf({ things } as never)).to.deep.equal(['<b>a</b>', 'b']);
    const many = Array.from({ length: 60 }, (_, index) => embed(String(index)));
    expect(codesOf({ things: Object.fromEntries(many.entries()) } as never)).to.have.length(50);
  });

  it('requests URLs without a toast on failure, and reports them by code', async () => {
    const { api, requests } = setUp(respondWithUrls);
    const urls = await new Promise<CodeEmbedUrls>((resolve) => {
      const stop = renewCodeEmbedUrls(api, { id: 3, codes: ['a', 'b'] }, (result) => {
        stop();
        resolve(result);
      });
    });
    expect([...urls]).to.deep.equal([
      ['a', 'https://embeds.test/a'],
      ['b', 'https://embeds.test/b'],
    ]);
    expect(requests).to.have.length(1);
    expect(requests[0]).to.deep.include({ params: { id: 3 }, isQuiet: true });
  });

  it('renews URLs at each interval, and reports none if the server refuses [ED13]', async () => {
    let count = 0;
    const { api } = setUp((input) =>
      (count += 1) === 2 ? Promise.reject(new Error('refused')) : respondWithUrls(input),
    );
    const sizes: number[] = [];
    await new Promise<void>((resolve) => {
      const stop = renewCodeEmbedUrls(
        api,
        { id: 3, codes: ['a'] },
        (urls) => {
          sizes.push(urls.size);
          if (sizes.length < 3) return;
          stop();
          resolve();
        },
        { renewMs: 1 },
      );
    });
    expect(sizes).to.deep.equal([1, 0, 1]);
  });

  it('reports nothing after the preview is closed, whatever the response', async () => {
    for (const outcome of ['responds', 'fails'] as const) {
      let settle = (): void => undefined;
      const { api, requests } = setUp(
        () =>
          new Promise((resolve, reject) => {
            settle = () => {
              if (outcome === 'responds') resolve({ urls: ['https://embeds.test/a'] });
              else reject(new Error('aborted'));
            };
          }),
      );
      const stop = renewCodeEmbedUrls(api, { id: 3, codes: ['a'] }, () => {
        expect.fail('reported after it was stopped');
      });
      stop();
      expect(requests[0]?.signal.aborted).to.equal(true);
      settle();
      await new Promise(setImmediate);
    }
  });
});
