import { expect } from 'chai';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';
import type { Block } from './Block.ts';
import { sectionHtmlIds } from './htmlIds.ts';

const idsOf = (sections: readonly Block[], others: readonly Block[] = []) =>
  Object.fromEntries(sectionHtmlIds(sections, [...sections, ...others]));

describe('HTML ids of sections', () => {
  it("are 'main' for the first and derived from the uuid for the others [P27]", () => {
    const sections = ['one', 'two'].map((uuid) => makeTestSection(uuid));
    expect(idsOf(sections)).to.deep.equal({ one: 'main', two: 'section-two' });
    expect(idsOf(sections.toReversed())).to.deep.equal({ two: 'main', one: 'section-one' });
    expect(idsOf([])).to.deep.equal({});
  });

  it('do not reuse an id that an author gave to a block [P27]', () => {
    const named = (htmlId: string): Partial<Block> => ({ properties: { htmlId } });
    const sections = [makeTestSection('one'), makeTestSection('two', named('about'))];
    expect(idsOf(sections)).to.deep.equal({ one: 'main', two: 'about' });
    const main = makeTestBlock('a', named('main'));
    expect(idsOf(sections, [main])).to.deep.equal({ one: 'section-one', two: 'about' });
    const both = makeTestBlock('b', named('section-one'));
    expect(idsOf(sections, [main, both])).to.deep.equal({ two: 'about' });
    expect(idsOf([makeTestSection('three', named('')), ...sections])).to.deep.equal({
      three: 'main',
      one: 'section-one',
      two: 'about',
    });
  });
});
