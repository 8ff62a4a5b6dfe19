import { expect } from 'chai';
import fc from 'fast-check';
import { translate } from '../../../messages/i18n.ts';
import { BOARD_HEIGHT, createFirstPieces } from './TryoutPiece.ts';
import { TryoutStore } from './TryoutStore.ts';

const FIRST_PIECES = createFirstPieces(translate);

const pieceIn = (store: TryoutStore, id: string) => {
  const piece = store.pieces.find((each) => each.id === id);
  if (!piece) throw new Error(`no piece ${id}`);
  return piece;
};

describe('TryoutStore', () => {
  it('snaps a dragged piece to the middle of the board', () => {
    const store = new TryoutStore(FIRST_PIECES);
    const note = pieceIn(store, 'note');
    const toMiddle = 0.5 - (note.x + note.width / 2);
    store.begin('note');
    store.drag(toMiddle + 0.003, 0.301, 0.005);
    expect(pieceIn(store, 'note').x + note.width / 2).to.be.closeTo(0.5, 1e-9);
    expect(store.guides.some(({ axis, at }) => axis === 'x' && Math.abs(at - 0.5) < 1e-9)).to.equal(
      true,
    );
    store.end();
    expect(store.guides).to.deep.equal([]);
  });

  it('brings a clicked or dragged piece to the front, without a history entry for a click', () => {
    const store = new TryoutStore(FIRST_PIECES);
    store.begin('image');
    store.end();
    expect(store.pieces.at(-1)?.id).to.equal('image');
    expect(store.canUndo).to.equal(false);
    store.begin('note');
    store.drag(0.1, 0, 0.005);
    store.end();
    expect(store.pieces.at(-1)?.id).to.equal('note');
    expect(store.canUndo).to.equal(true);
  });

  it('edits the text of pieces that have text', () => {
    const store = new TryoutStore(FIRST_PIECES);
    store.startEditing('star');
    expect(store.editedId).to.equal(null);
    store.startEditing('note');
    store.endEditing('Fresh bread');
    expect(pieceIn(store, 'note').text).to.equal('Fresh bread');
    store.undo();
    expect(pieceIn(store, 'note').text).to.match(/^Drag me/);
  });

  it('stops adding when the board is full', () => {
    const store = new TryoutStore(FIRST_PIECES);
    while (store.add('shape') !== null);
    expect(store.canAdd).to.equal(false);
    expect(new Set(store.pieces.map(({ id }) => id)).size).to.equal(store.pieces.length);
  });

  it('keeps the centre of every piece on the board and undoes everything', () => {
    const distance = fc.double({ min: -3, max: 3, noNaN: true });
    const step = fc.record({
      id: fc.constantFrom(...FIRST_PIECES.map(({ id }) => id)),
      dx: distance,
      dy: distance,
      action: fc.constantFrom('drag', 'nudge', 'remove', 'add'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = new TryoutStore(FIRST_PIECES);
        for (const { id, dx, dy, action } of steps) {
          if (action === 'drag') {
            store.begin(id);
            store.drag(dx, dy, 0.005);
            store.end();
          } else if (action === 'nudge') store.nudge(id, dx * 100, dy * 100);
          else if (action === 'remove') store.remove(id);
          else store.add('shape');
          for (const piece of store.pieces) {
            expect(piece.x + piece.width / 2).to.be.within(-1e-9, 1 + 1e-9);
            expect(piece.y + piece.height / 2).to.be.within(-1e-9, BOARD_HEIGHT + 1e-9);
          }
        }
        while (store.canUndo) store.undo();
        const ids = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id).sort();
        expect(ids(store.pieces)).to.deep.equal(ids(FIRST_PIECES));
        for (const piece of FIRST_PIECES) expect(pieceIn(store, piece.id)).to.deep.equal(piece);
      }),
    );
  });
});
