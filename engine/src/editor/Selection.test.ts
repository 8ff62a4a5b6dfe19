import { expect } from 'chai';
import { autorun } from 'mobx';
import { Selection } from './Selection.ts';

describe('Selection', () => {
  it('never mutates a set that it has returned', () => {
    const selection = new Selection();
    selection.set(['a', 'b', 'c']);
    const three = selection.ids;
    selection.deselect('a');
    const two = selection.ids;
    selection.deselect('b');
    selection.deselect('b');
    expect([...three]).to.deep.equal(['a', 'b', 'c']);
    expect([...two]).to.deep.equal(['b', 'c']);
    expect([...selection.ids]).to.deep.equal(['c']);
    expect(selection.ids).to.equal(selection.ids);
  });

  it('notifies observers of changes only', () => {
    const selection = new Selection();
    const seen: string[] = [];
    const stop = autorun(() => seen.push([...selection.ids].join('')));
    selection.set(['a', 'b']);
    selection.set(['b', 'a']);
    selection.deselect('c');
    selection.deselect('a');
    selection.set([]);
    stop();
    expect(seen).to.deep.equal(['', 'ab', 'b', '']);
  });
});
