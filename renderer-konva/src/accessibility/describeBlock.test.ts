import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createTranslate } from '../messages/translate.ts';
import { describePosition } from './describeBlock.ts';

describe('the description of a block for screen readers', () => {
  it('says that it is locked if its group or section is, as it cannot be edited either [AY7, ED29]', () => {
    const editor = createEditor({ page: createPage() });
    const [section = ''] = editor.sectionIds;
    for (const uuid of ['a', 'b', 'c']) editor.add({ uuid, type: 'shape' }).unwrap();
    const group = editor.group(['a', 'b']).unwrap();
    const described = (): readonly boolean[] =>
      ['a', group, 'c'].map((uuid) =>
        describePosition({ editor, t: createTranslate({}) }, uuid).endsWith(', locked'),
      );
    expect(described()).to.eql([false, false, false]);
    editor.setLocked(true, [group]).unwrap();
    expect(described(), 'a locked group').to.eql([true, true, false]);
    editor.setLocked(false, [group]).unwrap();
    editor.setLocked(true, [section]).unwrap();
    expect(described(), 'a locked section').to.eql([true, true, true]);
  });
});
