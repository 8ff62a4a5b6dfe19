import { expect } from 'chai';
import { checkHyperlink, checkPageSlug, checkSmartEmbed, type InputProblem } from '@cobble/engine';
import { INPUT_MESSAGES, inputMessage, smartEmbedSupported } from './inputMessage.ts';

describe('inputMessage', () => {
  it('has words for every problem, with and without details', () => {
    for (const code of Object.keys(INPUT_MESSAGES) as InputProblem[])
      for (const details of [{}, { first: 'a', last: 'b' }])
        expect(inputMessage(code, details))
          .to.match(/^[A-Z][^_{}]{5,}$/)
          .and.not.match(/undefined/);
  });

  it('keeps the words of hyperlinks [MG4]', () => {
    const say = (typed: string): string | null => {
      const problem = checkHyperlink(typed);
      return problem && inputMessage(problem);
    };
    expect(say('https://')).to.equal('Needs to be a valid URL');
    expect(say('example.com')).to.equal('Missing protocol (e.g. https://)');
    expect(say('/about')).to.equal(null);
    expect(inputMessage('invalid_url')).to.equal('Needs to be a valid URL');
  });

  it('keeps the words of smart embeds [MG5]', () => {
    const say = (typed: string): string => {
      const result = checkSmartEmbed(typed);
      return result.ok ? smartEmbedSupported(result.value.platform) : inputMessage(result.code);
    };
    expect(say('nothing')).to.equal('Need to be a valid URL');
    expect(say('https://example.com')).to.equal('Smart Embed is not yet supported for this URL');
    expect(say('https://youtu.be/dQw4w9WgXcQ')).to.equal('YouTube embeds are supported!');
  });

  it('keeps the words of page slugs [MG6]', () => {
    const say = (slug: string): string | null => {
      const problem = checkPageSlug(slug);
      return problem && inputMessage(problem.code, problem.details);
    };
    expect(
      ['', ' ', 'a'.repeat(101), 'me/', 'me/you/', 'a b', 'a'.repeat(51), 'ok'].map(say),
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
