import { GEOMETRY } from '@cobble/engine';
import { classNames } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useT } from '../../../messages/i18n.ts';
import { PieceDrawing } from './PieceDrawing.tsx';
import { PieceTextField } from './PieceTextField.tsx';
import type { TryoutPiece } from './TryoutPiece.ts';
import type { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

const percent = (value: number) => `${String(value * 100)}%`;
const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A piece of the board: can be dragged, moved by arrow keys, removed and, if it has text, edited.
 */
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
  /** Announces its new position to screen readers. */
  readonly onAnnounce: (piece: TryoutPiece) => void;
}) {
  const t = useT();
  const start = useRef<{ x: number; y: number } | null>(null);
  const handle = useRef<HTMLButtonElement>(null);
  /** Whether the handle gets the focus when it replaces the text field. */
  const isFocusDue = useRef(false);
  const isEdited = store.editedId === piece.id;
  useLayoutEffect(() => {
    if (isEdited || !isFocusDue.current) return;
    isFocusDue.current = false;
    handle.current?.focus();
  }, [isEdited]);
  const kind = t(`tryoutKind.${piece.kind}`);
  const text = piece.kind === 'heading' ? t('tryout.greeting', { name }) : piece.text;

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
      store.startEditing(piece.id);
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
        // `top` in percent would refer to the height; positions are fractions of the width.
        top: `${String(piece.y * 100)}cqw`,
        width: percent(piece.width),
        height: `${String(piece.height * 100)}cqw`,
        rotate: `${String(piece.rotationDeg)}deg`,
      }}
    >
      {isEdited ? (
        <PieceTextField
          piece={piece}
          store={store}
          onKeyEnd={() => {
            isFocusDue.current = true;
          }}
        />
      ) : (
        <button
          ref={handle}
          type="button"
          className={styles['handle']}
          aria-label={text ? t('tryout.named', { kind, text }) : kind}
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
            store.startEditing(piece.id);
          }}
          onKeyDown={press}
          onKeyUp={(event) => {
            if (DIRECTIONS[event.key]) onAnnounce(piece);
          }}
        >
          <PieceDrawing piece={piece} name={name} />
        </button>
      )}
    </div>
  );
});
