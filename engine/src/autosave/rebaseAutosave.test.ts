import { expect } from 'chai';
import { createEditor } from '../createEditor.ts';
import type { Block } from '../model/Block.ts';
import type { Page } from '../model/Page.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../testing/makeTestPage.ts';
import { makeAutosaveEnvelope, parseAutosaveEnvelope } from './autosaveEnvelope.ts';
import { rebaseAutosave } from './rebaseAutosave.ts';

const base = makeTestPage([
  makeTestBlock('a'),
  makeTestBlock('b', { position: { x: 0.5 } }),
  makeTestText('t', 'Before'),
]);

/** A page with other values in its blocks; null: without the block. */
function edited(page: Page, blocks: Record<string, object | null>, settings: object = {}): Page {
  const things = Object.fromEntries(
    [...new Set([...Object.keys(page.things), ...Object.keys(blocks)])].flatMap((uuid) => {
      const change = blocks[uuid];
      const block = { ...page.things[uuid], ...change } as Block;
      return change === null ? [] : [[uuid, block]];
    }),
  );
  return { ...page, things, settings: { ...page.settings, ...settings } };
}

/** What the browser has stored of a page. */
function stored(page: Page, from: Page | null = base) {
  const text = JSON.stringify(makeAutosaveEnvelope(page, 1, [], from));
  const envelope = parseAutosaveEnvelope(text);
  if (!envelope) throw new Error('the envelope is invalid');
  return envelope;
}

describe('a local copy of a page that others have changed since', () => {
  it('changes only what its author has changed, property by property [RL19]', () => {
    const mine = edited(
      base,
      { a: { styles: { opacity: 0.5 } }, b: null, c: makeTestBlock('c') },
      { title: 'Mine' },
    );
    const theirs = edited(
      base,
      {
        a: { styles: { blurPx: 3 }, altText: 'Theirs' },
        t: { locked: true },
        d: makeTestBlock('d'),
      },
      { title: 'Theirs', description: 'Theirs' },
    );
    const { things, settings } = rebaseAutosave(stored(mine), theirs);
    expect(Object.keys(things)).to.have.members(['s1', 's2', 'a', 't', 'c', 'd']);
    expect(things['a']).to.deep.include({
      styles: { blurPx: 3, opacity: 0.5 },
      altText: 'Theirs',
    });
    expect(things['t']).to.deep.equal({ ...base.things['t'], locked: true });
    expect(settings).to.deep.include({ title: 'Mine', description: 'Theirs' });
    expect(rebaseAutosave(stored(base), theirs)).to.eql(theirs);
  });

  it('keeps a placement whole: a position means nothing in another parent [RL19]', () => {
    const moved = edited(base, { a: { position: { ...base.things['a']?.position, x: 0.7 } } });
    const theirs = edited(base, { a: { parentUuid: 's2' } });
    expect(rebaseAutosave(stored(moved), theirs).things['a']?.parentUuid).to.equal('s1');
    const styled = edited(base, { a: { altText: 'Mine' } });
    expect(rebaseAutosave(stored(styled), theirs).things['a']).to.include({
      parentUuid: 's2',
      altText: 'Mine',
    });
  });

  it('brings back the section of a block whose section others have removed, and leaves no block without a parent [RL19]', () => {
    const mine = edited(base, { t: makeTestText('t', 'Typed'), s2: null });
    const theirs = edited(base, {
      s1: null,
      a: null,
      b: null,
      t: null,
      d: makeTestBlock('d', { parentUuid: 's2' }),
    });
    const page = rebaseAutosave(stored(mine), theirs);
    expect(Object.keys(page.things)).to.have.members(['s1', 's2', 't', 'd']);
    expect(() => createEditor({ page })).not.to.throw();
  });

  it('is taken as it is if it does not say what it changes, or was damaged [RL19]', () => {
    const mine = edited(base, { a: { altText: 'Mine' } });
    expect(rebaseAutosave(stored(mine, null), edited(base, { b: null }))).to.eql(mine);
    const damaged = { ...makeAutosaveEnvelope(mine, 1, [], base), base: { things: 7 } };
    expect(parseAutosaveEnvelope(JSON.stringify(damaged))).not.to.have.property('base');
  });

  it('takes names of prototypes for ids that no block has [RL19]', () => {
    const things = JSON.parse('{"__proto__": {}, "constructor": {}, "toString": null}') as object;
    const envelope = { ...stored(base), base: { things: { ...things, a: null }, fields: {} } };
    expect(rebaseAutosave(envelope, base).things).to.eql(base.things);
  });

  it('leaves a block alone whose upload has not finished [RL19]', () => {
    const image = (url: string) => makeTestBlock('i', { type: 'image', content: { url } });
    const before = edited(base, { i: image('/assets/a.png') });
    const mine = edited(before, { i: image('blob:https://x/1') });
    expect(rebaseAutosave(stored(mine, before), before)).to.eql(before);
  });
});
