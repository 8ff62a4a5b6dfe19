import { Button, IconButton, showToast } from '@cobble/renderer-konva/editor/ui';
import { Shapes, StickyNote, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, type CSSProperties } from 'react';
import { useT } from '../../../messages/i18n.ts';
import { siteAddress } from '../../../routing/siteAddress.ts';
import { useStores } from '../../../stores/useStores.ts';
import { normalizeUsername } from '../../sign-up/normalizeUsername.ts';
import { MovablePiece } from './MovablePiece.tsx';
import { PalettePicker } from './PalettePicker.tsx';
import { BOARD_HEIGHT, createFirstPieces } from './TryoutPiece.ts';
import { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

const toPercent = (value: number) => Math.round(value * 100);

/**
 * A small page that visitors can rearrange, recolour and put their name on before joining [HO1].
 */
export const Tryout = observer(function Tryout() {
  const t = useT();
  const { account } = useStores();
  const [store] = useState(() => new TryoutStore(createFirstPieces(t)));
  const [announcement, setAnnouncement] = useState('');
  const board = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const nameId = useId();
  const name = account.suggestedUsername;
  const [, rest = ''] = siteAddress('x').label.split(/^x/);
  const colors = Object.fromEntries(
    store.tones.map((tone, at) => [`--tone-${String(at + 1)}`, tone]),
  ) as CSSProperties;

  const add = (kind: 'note' | 'shape') => {
    if (store.add(kind) === null) showToast(t('tryout.full'));
  };

  return (
    <section
      className={styles['tryout']}
      aria-label={t('tryout.title')}
      onKeyDown={(event) => {
        const isTextField =
          event.target instanceof HTMLInputElement && event.target.type === 'text';
        if (isTextField || event.target instanceof HTMLTextAreaElement) return;
        if (
          !event.shiftKey &&
          (event.ctrlKey || event.metaKey) &&
          event.key.toLowerCase() === 'z'
        ) {
          event.preventDefault();
          store.undo();
        }
      }}
    >
      <div className={styles['window']}>
        <div className={styles['bar']}>
          <label htmlFor={nameId} className="visually-hidden">
            {t('tryout.name')}
          </label>
          <div className={styles['address']}>
            <input
              id={nameId}
              type="text"
              className={styles['name']}
              placeholder={t('tryout.namePlaceholder')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              value={name}
              onChange={(event) => {
                account.suggestUsername(normalizeUsername(event.target.value));
              }}
            />
            <span className={styles['rest']}>{rest}</span>
          </div>
        </div>
        <div
          ref={board}
          className={styles['board']}
          style={{ ...colors, aspectRatio: 1 / BOARD_HEIGHT }}
          tabIndex={-1}
        >
          {store.pieces.map((piece) => (
            <MovablePiece
              key={piece.id}
              piece={piece}
              store={store}
              name={name === '' ? t('tryout.defaultName') : name}
              helpId={helpId}
              board={board}
              onAnnounce={({ x, y }) => {
                setAnnouncement(
                  t('tryout.moved', { left: toPercent(x), top: toPercent(y / BOARD_HEIGHT) }),
                );
              }}
            />
          ))}
          {store.guides.map(({ axis, at, from, to }, index) => (
            <span
              key={index}
              className={styles['guide']}
              style={
                axis === 'x'
                  ? {
                      left: `${String(at * 100)}cqw`,
                      top: `${String(from * 100)}cqw`,
                      height: `${String((to - from) * 100)}cqw`,
                    }
                  : {
                      top: `${String(at * 100)}cqw`,
                      left: `${String(from * 100)}cqw`,
                      width: `${String((to - from) * 100)}cqw`,
                    }
              }
              data-axis={axis}
            />
          ))}
        </div>
        <div className={styles['tools']}>
          <PalettePicker store={store} />
          <div className={styles['buttons']}>
            <Button
              variant="outlined"
              icon={<StickyNote aria-hidden="true" />}
              aria-label={t('tryout.addNote')}
              onClick={() => {
                add('note');
              }}
            >
              {t('tryout.note')}
            </Button>
            <Button
              variant="outlined"
              icon={<Shapes aria-hidden="true" />}
              aria-label={t('tryout.addShape')}
              onClick={() => {
                add('shape');
              }}
            >
              {t('tryout.shape')}
            </Button>
            <IconButton
              className={styles['undo']}
              label={t('tryout.undo')}
              icon={<Undo2 />}
              disabled={!store.canUndo}
              onClick={() => {
                store.undo();
              }}
            />
          </div>
        </div>
      </div>
      <p id={helpId} className="visually-hidden">
        {t('tryout.help')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </section>
  );
});
