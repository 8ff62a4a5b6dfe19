import { classNames } from '@cobble/renderer-konva/editor/ui';
import { useState } from 'react';
import { LANDING_WORDS } from '../landingWords.ts';
import type { TryoutPiece } from './TryoutPiece.ts';
import type { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

/** The words of a piece while they are written; leaving, Enter or Escape ends it. */
export function PieceWriting({
  piece,
  store,
}: {
  readonly piece: TryoutPiece;
  readonly store: TryoutStore;
}) {
  const [text, setText] = useState(piece.text ?? '');
  return (
    <textarea
      className={classNames(styles['writing'], piece.kind === 'button' && styles['writingButton'])}
      aria-label={LANDING_WORDS.tryout.writing}
      placeholder={LANDING_WORDS.tryout.noteEmpty}
      maxLength={80}
      autoFocus
      value={text}
      onFocus={(event) => {
        event.target.select();
      }}
      onChange={(event) => {
        setText(event.target.value);
      }}
      onBlur={() => {
        store.write(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
          event.preventDefault();
          store.write(text);
        }
      }}
    />
  );
}
