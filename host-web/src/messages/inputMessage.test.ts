import { expect } from 'chai';
import { checkHyperlink, checkPageSlug, checkSmartEmbed, type InputProblem } from '@cobble/engine';
import { en } from './en.ts';
import { translate as t } from './i18n.ts';
import { inputMessage, smartEmbedSupported } from './inputMessage.ts';

describe('inputMessage', () => {
  it('has a message for every problem, with and without details', () => {
    for (const code of Object.keys(en.input) as InputProblem[])
      for (const details of [{}, { first: 'a', last: 'b' }])
        expect(inputMessage(t, code, details))
          .to.match(/^[A-Z][^_{}]{5,}$/)
          .and.not.match(/undefined/);
  });

  it('returns the specified messages for hyperlinks [MG4]', () => {
    const messageFor = (typed: string): string | null => {
      const problem = checkHyperlink(typed);
      return problem && inputMessage(t, problem);
    };
    expect(messageFor('https://')).to.equal('Needs to be a valid URL');
    expect(messageFor('example.com')).to.equal('Missing protocol (e.g. https://)');
    expect(messageFor('/about')).to.equal(null);
    expect(inputMessage(t, 'invalid_url')).to.equal('Needs to be a valid URL');
  });

  it('returns the specified messages for smart embeds [MG5]', () => {
    const messageFor = (typed: string): string => {
      const result = checkSmartEmbed(typed);
      return result.ok
        ? smartEmbedSupported(t, result.value.platform)
        : inputMessage(t, result.code);
    };
    expect(messageFor('nothing')).to.equal('Need to be a valid URL');
    expect(messageFor('https://example.com')).to.equal(
      'Smart Embed is not yet supported for this URL',
    );
    expect(messageFor('https://youtu.be/dQw4w9WgXcQ')).to.equal('YouTube embeds are supported!');
  });

  it('returns the specified messages for page slugs [MG6]', () => {
    const messageFor = (slug: string): string | null => {
      const problem = checkPageSlug(slug);
      return problem && inputMessage(t, problem.code, problem.details);
    };
    expect(
      ['', ' ', 'a'.repeat(101), 'me/', 'me/you/', 'a b', 'a'.repeat(51), 'ok'].map(messageFor),
    ).to.eql([
      'Page slug cannot be empty',
      'Must be at least 1 character.',
      'Cannot be longer than 100 characters.',
      'Cannot end in a slash. But me/last is valid.',
      'Cannot end in a slash. But me/you is valid.',
      'Only letters, numbers, hyphens, and one slash.',
      'Only letters, numbers, and hyphens. No more than 50 characters',
      null,
    ]);
  });
});
