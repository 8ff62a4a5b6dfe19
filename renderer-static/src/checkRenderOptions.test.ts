import { CobbleError, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { renderPage } from './renderPage.ts';
import { makeBlock, makePage } from './testing/makePage.ts';
import { SAMPLE_BLOCKS } from './testing/sampleBlocks.ts';

function problemOf(options: unknown): string {
  try {
    renderPage(createPage(), options as never);
    return 'none';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}: ${error.message}`;
  }
}

describe('the options of renderPage', () => {
  it('are named when they have the wrong type', () => {
    expect(problemOf(null)).to.equal('input_invalid options: options must be an object');
    for (const [name, value] of Object.entries({
      url: 5,
      attributionUrl: {},
      fonts: null,
      images: {},
      messages: 'Deutsch',
      site: null,
      shareImage: null,
      sha256: 'x',
      maxBytes: '8 MB',
      policyInHead: 1,
    }))
      expect(problemOf({ [name]: value })).to.match(
        new RegExp(`^input_invalid options\\.${name}: options\\.${name} must be an? \\w+$`),
      );
    expect(problemOf({ kits: 5 })).to.match(/^kit_invalid kits: kits must be a list of kits$/);
  });

  it('are rejected with the closest name if they are misspelt, not ignored [J12]', () => {
    for (const [options, message] of [
      [{ kit: [] }, /^input_invalid options\.kit: .* did you mean kits\?$/],
      [{ assetBaseURL: '/x' }, /^input_invalid options\.assetBaseURL: .* mean assetBaseUrl\?$/],
      [
        { messages: { noPost: 'Nichts' } },
        /^input_invalid options\.messages\.noPost: .* mean noPosts\?$/,
      ],
      [{ messages: { nope: 'x' } }, /^input_invalid options\.messages\.nope: .*not a message$/],
      [{ messages: { play: 5 } }, /^input_invalid options\.messages\.play: .*must be a string$/],
    ] as const)
      expect(problemOf(options)).to.match(message);
    const messages = { 'altText.bell': 'Glocke', 'embedAction.youtube': 'Ansehen', play: 'Los' };
    expect(problemOf({ messages, nope: undefined })).to.equal('none');
  });

  it('must look up synchronously and return what they should, or links lead to [object Promise] [SA9, J13]', () => {
    const page = makePage([
      ...Object.values(SAMPLE_BLOCKS).flat(),
      makeBlock({ uuid: 'linked', type: 'shape', properties: { hyperlink: '/about' } }),
      makeBlock({ uuid: 'code', type: 'code-embed', content: { ceCode: '<b>x</b>' } }),
    ]);
    const rejected = () => Promise.reject(new Error('not awaited'));
    const resolved = (value: unknown) => () => Promise.resolve(value);
    for (const [name, lookups, what] of [
      ['linkTo', [resolved('/x'), rejected, () => 5, () => ({})], 'a link'],
      ['codeEmbedUrl', [resolved('/x'), rejected, () => 5], 'a URL or null'],
      [
        'posts',
        [resolved([]), rejected, () => 'none', () => ({}), () => [null]],
        'a list of posts',
      ],
      ['images', [resolved(null), rejected], 'an image or null'],
      ['fonts', [resolved(null), rejected, () => 5, () => ({})], "a family's files or null"],
    ] as const)
      for (const lookup of lookups)
        expect(() => renderPage(page, { [name]: lookup as never }), String(lookup))
          .to.throw(CobbleError, `options.${name} must return ${what}, synchronously`)
          .that.deep.include({ code: 'input_invalid', details: { path: `options.${name}` } });
    for (const name of ['codeEmbedUrl', 'images', 'fonts'])
      expect(() => renderPage(page, { [name]: () => null }), name).not.to.throw();
  });

  it('are checked in depth, so that no link preview is missing without a report [J12, J13]', () => {
    const image = { url: '/share.png', width: 1200, height: 630 };
    for (const [options, path, message] of [
      [{ url: 'ada.example' }, 'url', 'must be an absolute http(s) URL'],
      [{ url: 'javascript:alert(1)' }, 'url', 'must be an absolute http(s) URL'],
      [{ url: '' }, 'url', 'must be an absolute http(s) URL'],
      [{ url: '/about' }, 'url', 'must be an absolute http(s) URL'],
      [{ maxBytes: NaN }, 'maxBytes', 'must be a positive number'],
      [{ maxBytes: 0 }, 'maxBytes', 'must be a positive number'],
      [{ site: { name: 5 } }, 'site.name', 'must be a string'],
      [{ site: { iconUrl: null } }, 'site.iconUrl', 'must be a string'],
      [{ site: { hasDefaultIcon: 'yes' } }, 'site.hasDefaultIcon', 'must be a boolean'],
      [{ site: { metaTags: {} } }, 'site.metaTags', 'must be a list'],
      [{ site: { metaTags: [null] } }, 'site.metaTags.0', 'must be an object'],
      [{ site: { metaTags: [{ name: 'a' }] } }, 'site.metaTags.0.content', 'is missing'],
      [{ shareImage: { ...image, height: undefined } }, 'shareImage.height', 'is missing'],
      [{ shareImage: { ...image, url: 5 } }, 'shareImage.url', 'must be a string'],
      [{ shareImage: { ...image, width: NaN } }, 'shareImage.width', 'must be a positive number'],
      [
        { shareImage: { x: 1 } },
        'shareImage.x',
        'is not a field; the fields are url, width, height',
      ],
    ] as const)
      expect(problemOf(options)).to.equal(
        `input_invalid options.${path}: options.${path} ${message}`,
      );
    expect(problemOf({ site: { nme: 'Ada' } })).to.match(
      /^input_invalid options\.site\.nme: .* is not a field; .* did you mean name\?$/,
    );
    const site = { name: 'Ada', metaTags: [{ name: 'a', content: 'b' }], feedUrl: undefined };
    for (const url of ['https://ada.example/', 'HTTP://localhost:3000/a b', 'https://é.example'])
      expect(problemOf({ url, site, shareImage: image, maxBytes: Infinity })).to.equal('none');
  });

  it('may be left out or undefined', () => {
    expect(problemOf(undefined)).to.equal('none');
    expect(problemOf({ url: undefined, attributionUrl: null, kits: undefined })).to.equal('none');
    expect(problemOf({ attributionUrl: undefined, messages: { noPosts: undefined } })).to.equal(
      'none',
    );
  });
});
