import { expect } from 'chai';
import { commands } from '../commands/index.ts';
import { findCommands } from './findCommands.ts';

describe('finding a command by its name', () => {
  const find = (typed: string) => findCommands(commands, typed).map(({ id }) => id);

  it('is by the beginnings of words in any order, first those that begin with the first [ED4]', () => {
    expect(find('zo')).to.include.members(['zoom-in', 'zoom-out', 'zoom-fit']);
    expect(find('FIT zoom')).to.deep.equal(['zoom-fit']);
    expect(find('se')[0]).to.equal('select');
    expect(find('se')).to.include('zoom-selection');
  });

  it('gives all when nothing is typed, and none for what has no name here', () => {
    expect(find('  ')).to.have.length(commands.length);
    expect(find('elect')).to.deep.equal([]);
    expect(find('(.*')).to.deep.equal([]);
  });
});
