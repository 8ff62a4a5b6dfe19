import { CobbleError, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { renderPage } from './renderPage.ts';

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

  it('may be left out or undefined', () => {
    expect(problemOf(undefined)).to.equal('none');
    expect(problemOf({ url: undefined, attributionUrl: null, kits: undefined })).to.equal('none');
  });
});
