import { Button, IconButton, showToast } from '@cobble/renderer-konva/editor/ui';
import { Shapes, StickyNote, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, type CSSProperties } from 'react';
import { siteAddress } from '../../../routing/siteAddress.ts';
import { useStores } from '../../../stores/useStores.ts';
import { normaliseUsername } from '../../sign-up/normaliseUsername.ts';
import { LANDING_WORDS } from '../landingWords.ts';
import { MovablePiece } from './MovablePiece.tsx';
import { PalettePicker } from './PalettePicker.tsx';
import { BOARD_HEIGHT } from './TryoutPiece.ts';
import { TryoutStore } from './TryoutStore.ts';
import styles from './Tryout.module.css';

const WORDS = LANDING_WORDS.tryout;
const inPercent = (value: number) => Math.round(value * 100);

/** A small page that a visitor may rearrange, colour and put their name to, before joining. */
export const Tryout = observer(function Tryout() {
  const { account } = useStores();
  const [store] = useState(() => new TryoutStore());
  const [announcement, setAnnouncement] = useState('');
  const board = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const nameId = useId();
  const name = account.wantedUsername;
  const [, rest = ''] = siteAddress('x').label.split(/^x/);
  const colours = Object.fromEntries(
    store.tones.map((tone, at) => [`--tone-${String(at + 1)}`, tone]),
  ) as CSSProperties;

  const add = (what: 'note' | 'shape') => {
    if (store.add(what) === null) showToast(WORDS.full);
  };

  return (
    <section
      className={styles['tryout']}
      aria-label={WORDS.title}
      onKeyDown={(event) => {
        const isWriting = event.target instanceof HTMLInputElement && event.target.type === 'text';
        if (isWriting || event.target instanceof HTMLTextAreaElement) return;
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
          event.preventDefault();
          store.undo();
        }
      }}
    >
      <div className={styles['window']}>
        <div className={styles['bar']}>
          <label htmlFor={nameId} className="visually-hidden">
            {WORDS.nameLabel}
          </label>
          <div className={styles['address']}>
            <input
              id={nameId}
              type="text"
              className={styles['name']}
              placeholder={WORDS.namePlaceholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              value={name}
              onChange={(event) => {
                account.wantUsername(normaliseUsername(event.target.value));
              }}
            />
            <span className={styles['rest']}>{rest}</span>
          </div>
        </div>
        <div
          ref={board}
          className={styles['board']}
          style={{ ...colours, aspectRatio: 1 / BOARD_HEIGHT }}
          tabIndex={-1}
        >
          {store.pieces.map((piece) => (
            <MovablePiece
              key={piece.id}
              piece={piece}
              store={store}
              name={name === '' ? WORDS.someone : name}
              helpId={helpId}
              board={board}
              onAnnounce={({ x, y }) => {
                setAnnouncement(WORDS.moved(inPercent(x), inPercent(y / BOARD_HEIGHT)));
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
              look="quiet"
              icon={<StickyNote aria-hidden="true" />}
              aria-label={WORDS.addNoteLabel}
              onClick={() => {
                add('note');
              }}
            >
              {WORDS.addNote}
            </Button>
            <Button
              look="quiet"
              icon={<Shapes aria-hidden="true" />}
              aria-label={WORDS.addShapeLabel}
              onClick={() => {
                add('shape');
              }}
            >
              {WORDS.addShape}
            </Button>
            <IconButton
              className={styles['undo']}
              label={WORDS.undo}
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
        {WORDS.help} {WORDS.helpWriting}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </section>
  );
});
