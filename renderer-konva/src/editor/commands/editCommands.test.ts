import { expect } from 'chai';
import type { EditorStore } from '../stores/EditorStore.ts';
import { editCommands } from './editCommands.ts';

describe('the commands for editing', () => {
  it('begin with Undo in the list of keys, although its key cancels an upload first [UL8]', () => {
    expect(editCommands[0]?.id).to.equal('undo');
    const boundTo = (undoesUpload: boolean) =>
      editCommands
        .filter(({ keys }) => keys.includes('Ctrl+Z'))
        .filter(
          ({ isAvailable }) => isAvailable?.({ undoesUpload } as unknown as EditorStore) !== false,
        )
        .map(({ id }) => id);
    expect([boundTo(false), boundTo(true)]).to.eql([['undo'], ['cancel-upload']]);
  });
});
