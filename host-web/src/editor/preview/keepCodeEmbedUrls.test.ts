import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { codesOf, type CodeEmbedUrls, keepCodeEmbedUrls } from './keepCodeEmbedUrls.ts';

interface Asked {
  readonly params: { readonly id: number };
  readonly body: { readonly codes: readonly string[] };
  readonly signal: AbortSignal;
  readonly isQuiet: boolean;
}

describe('addresses of a page’s own code, for its preview', () => {
  const setUp = (answer: (asked: Asked) => Promise<{ urls: readonly string[] }>) => {
    const asked: Asked[] = [];
    const api = {
      call: (which: unknown, input: Asked) => {
        expect(which).to.equal(calls.previewCodeEmbeds);
        asked.push(input);
        return answer(input);
      },
    };
    return { asked, api: api as unknown as Parameters<typeof keepCodeEmbedUrls>[0] };
  };
  const place = ({ body }: Asked) =>
    Promise.resolve({ urls: body.codes.map((code) => `https://embeds.test/${code}`) });

  it('are asked for the codes of its blocks, each once, at most fifty', () => {
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

  it('are told by their codes, and quietly', async () => {
    const { api, asked } = setUp(place);
    const urls = await new Promise<CodeEmbedUrls>((resolve) => {
      const stop = keepCodeEmbedUrls(api, { id: 3, codes: ['a', 'b'] }, (told) => {
        stop();
        resolve(told);
      });
    });
    expect([...urls]).to.deep.equal([
      ['a', 'https://embeds.test/a'],
      ['b', 'https://embeds.test/b'],
    ]);
    expect(asked).to.have.length(1);
    expect(asked[0]).to.deep.include({ params: { id: 3 }, isQuiet: true });
  });

  it('are asked for again before they end, and are none where the server refuses [ED13]', async () => {
    let count = 0;
    const { api } = setUp((input) =>
      (count += 1) === 2 ? Promise.reject(new Error('refused')) : place(input),
    );
    const told: number[] = [];
    await new Promise<void>((resolve) => {
      const stop = keepCodeEmbedUrls(
        api,
        { id: 3, codes: ['a'] },
        (urls) => {
          told.push(urls.size);
          if (told.length < 3) return;
          stop();
          resolve();
        },
        { renewMs: 1 },
      );
    });
    expect(told).to.deep.equal([1, 0, 1]);
  });

  it('are told nobody after the preview has been left, whatever is on its way', async () => {
    for (const outcome of ['answers', 'fails'] as const) {
      let end = (): void => undefined;
      const { api, asked } = setUp(
        () =>
          new Promise((resolve, reject) => {
            end = () => {
              if (outcome === 'answers') resolve({ urls: ['https://embeds.test/a'] });
              else reject(new Error('aborted'));
            };
          }),
      );
      const stop = keepCodeEmbedUrls(api, { id: 3, codes: ['a'] }, () => {
        expect.fail('somebody was told');
      });
      stop();
      expect(asked[0]?.signal.aborted).to.equal(true);
      end();
      await new Promise(setImmediate);
    }
  });
});
