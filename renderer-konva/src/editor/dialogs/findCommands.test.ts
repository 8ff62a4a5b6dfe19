import { expect } from 'chai';
import { commands } from '../commands/index.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { findCommands } from './findCommands.ts';

describe('findCommands', () => {
  const find = (typed: string) =>
    findCommands(translateEnglish, commands, typed).map(({ id }) => id);

  it('matches the beginnings of words in any order, names that begin with the first word first [ED4]', () => {
    expect(find('zo')).to.include.members(['zoom-in', 'zoom-out', 'zoom-fit']);
    expect(find('FIT zoom')).to.deep.equal(['zoom-fit']);
    expect(find('se')[0]).to.equal('select');
    expect(find('se')).to.include('zoom-selection');
  });

  it('finds what people do with the page as a whole, such as publishing it [ED4]', () => {
    expect(find('publish')).to.deep.equal(['publish']);
    expect(find('preview')).to.deep.equal(['toggle-preview']);
    expect(find('page settings')).to.deep.equal(['page-settings']);
    expect(find('page url')).to.deep.equal(['copy-page-url']);
    expect(find('live')).to.deep.equal(['open-live-page']);
    expect(find('und')).to.deep.equal(['undo']);
  });

  it('returns all commands for empty input and none for an unknown name', () => {
    expect(find('  ')).to.have.length(commands.length);
    expect(find('elect')).to.deep.equal([]);
    expect(find('(.*')).to.deep.equal([]);
  });
});
