import { GEOMETRY } from '@cobble/engine';
import { classNames } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { LANDING_WORDS } from '../landingWords.ts';
import { PieceLook } from './PieceLook.tsx';
import { PieceWriting } from './PieceWriting.tsx';
import type { TryoutPiece } from './TryoutPiece.ts';
import type { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

const WORDS = LANDING_WORDS.tryout;
const percent = (value: number) => `${String(value * 100)}%`;
const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One piece of the board: dragged by a pointer, moved by the arrow keys, written on where it can be. */
export const MovablePiece = observer(function MovablePiece({
  piece,
  store,
  name,
  helpId,
  board,
  onAnnounce,
}: {
  readonly piece: TryoutPiece;
  readonly store: TryoutStore;
  readonly name: string;
  readonly helpId: string;
  readonly board: RefObject<HTMLElement | null>;
  /** Tells screen readers where it came to lie. */
  readonly onAnnounce: (piece: TryoutPiece) => void;
}) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const words = piece.kind === 'heading' ? WORDS.greeting(name) : piece.text;

  const move = (event: PointerEvent) => {
    const widthPx = board.current?.clientWidth ?? 0;
    if (!start.current || widthPx === 0) return;
    store.drag(
      (event.clientX - start.current.x) / widthPx,
      (event.clientY - start.current.y) / widthPx,
      GEOMETRY.snapTolerancePx / widthPx,
    );
  };

  const release = () => {
    if (!start.current) return;
    start.current = null;
    store.end();
  };

  const press = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (direction) {
      event.preventDefault();
      const step = event.shiftKey ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
      store.nudge(piece.id, direction[0] * step, direction[1] * step);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      board.current?.focus();
      store.remove(piece.id);
    } else if (event.key === 'Enter' && piece.text !== undefined) {
      event.preventDefault();
      store.startWriting(piece.id);
    }
  };

  return (
    <div
      className={classNames(
        styles['piece'],
        store.draggedId === piece.id && styles['dragged'],
        piece.id.startsWith('added') && styles['added'],
      )}
      style={{
        left: percent(piece.x),
        // Percentages of `top` count from the height, which is the board's own ratio.
        top: `${String(piece.y * 100)}cqw`,
        width: percent(piece.width),
        height: `${String(piece.height * 100)}cqw`,
        rotate: `${String(piece.rotationDeg)}deg`,
      }}
    >
      {store.editedId === piece.id ? (
        <PieceWriting piece={piece} store={store} />
      ) : (
        <button
          type="button"
          className={styles['handle']}
          aria-label={words ? `${WORDS.names[piece.kind]}: ${words}` : WORDS.names[piece.kind]}
          aria-describedby={helpId}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            start.current = { x: event.clientX, y: event.clientY };
            store.begin(piece.id);
          }}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onLostPointerCapture={release}
          onDoubleClick={() => {
            store.startWriting(piece.id);
          }}
          onKeyDown={press}
          onKeyUp={(event) => {
            if (DIRECTIONS[event.key]) onAnnounce(piece);
          }}
        >
          <PieceLook piece={piece} name={name} />
        </button>
      )}
    </div>
  );
});
