import { classNames } from '@cobble/renderer-konva/editor/ui';
import { useState } from 'react';
import { useT } from '../../../messages/i18n.ts';
import type { TryoutPiece } from './TryoutPiece.ts';
import type { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

/** Edits the text of a piece; blur, Enter or Escape ends editing. */
export function PieceTextField({
  piece,
  store,
  onKeyEnd,
}: {
  readonly piece: TryoutPiece;
  readonly store: TryoutStore;
  /** Called when a key ends editing, so that the focus is not lost with the field. */
  readonly onKeyEnd: () => void;
}) {
  const t = useT();
  const [text, setText] = useState(piece.text ?? '');
  return (
    <textarea
      className={classNames(
        styles['textField'],
        piece.kind === 'button' && styles['buttonTextField'],
      )}
      aria-label={t('tryout.editText')}
      placeholder={t('tryout.empty')}
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
        store.endEditing(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
          event.preventDefault();
          onKeyEnd();
          store.endEditing(text);
        }
      }}
    />
  );
}
