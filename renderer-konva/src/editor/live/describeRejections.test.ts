import type { RejectionCode } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { translateEnglish } from '../messages/i18n.ts';
import { describeRejections, isExplained } from './describeRejections.ts';

const op = (code: RejectionCode, ...intents: object[]) => ({ mid: 1, code, intents });
const update = (...uuids: string[]) => ({
  type: 'update-things',
  updated: uuids.map((uuid) => ({ uuid })),
});
const add = (count: number) => ({ type: 'add-things', things: Array(count).fill({ uuid: 'a' }) });
const remove = (...removedUuids: string[]) => ({ type: 'remove-things', removedUuids });

describe('the notice about changes that a room has not applied', () => {
  it('says what was lost and why, once for several changes [RL14]', () => {
    const describeOps = (...ops: ReturnType<typeof op>[]) =>
      describeRejections(translateEnglish, ops);
    expect(describeOps(op('gone', update('a')))).to.equal(
      "A change to a block wasn't saved. The block was already deleted.",
    );
    expect(
      describeOps(op('block_locked', update('a', 'b')), op('locked_by_other', update('c'))),
    ).to.equal("Changes to 3 blocks weren't saved. The block is locked, or is being edited.");
    expect(
      describeOps(op('things_per_page_limit_exceeded', add(4), update('section'))),
      'its section has only grown',
    ).to.equal("4 blocks that you added weren't saved. The page is full. Remove a block first.");
    expect(describeOps(op('cannot_delete_last_section', remove('s')))).to.include('is back');
    expect(describeOps(op('not_permitted', { type: 'update-page' }))).to.equal(
      "A change to the page wasn't saved. You no longer have permission to edit this page.",
    );
    expect(describeOps(op('too_large', add(1)), op('gone', update('a')))).to.equal(
      "2 changes weren't saved. The page had changed by then.",
    );
    expect(describeOps(op('a_code_of_a_newer_room' as RejectionCode, add(1)))).to.include(
      'had changed by then',
    );
  });

  it('leaves out texts that a dialog offers, and what others have deleted as well [RL14]', () => {
    const isOffered = (uuid: string) => uuid === 'note';
    expect(isExplained(op('lock_lost', update('note', 'section')), isOffered)).to.equal(true);
    expect(isExplained(op('lock_lost', update('other')), isOffered)).to.equal(false);
    expect(isExplained(op('gone', update('note'), add(1)), isOffered)).to.equal(false);
    expect(isExplained(op('gone', remove('shape')), isOffered)).to.equal(true);
    expect(isExplained(op('block_locked', remove('shape')), isOffered)).to.equal(false);
  });
});
