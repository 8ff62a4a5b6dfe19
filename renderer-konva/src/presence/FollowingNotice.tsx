import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { People } from './People.ts';
import { personName } from './personName.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';
import { ON_PERSON_COLOR } from './personColors.ts';
import { TOUCH_ONLY } from '../text-editing/createTextView.ts';
import { TAG_TEXT_STYLE } from './presenceStyles.ts';

/**
 * While the user follows someone: a frame around the canvas in their colour, and their name with a
 * button that stops it. It does not scroll.
 */
export const FollowingNotice = observer(function FollowingNotice(props: {
  readonly canvas: PresenceCanvas;
  readonly people: People;
}): ReactNode {
  const { canvas, people } = props;
  const { t } = canvas;
  const person = people.followed;
  if (!person) return null;
  const { color } = person;
  const key = matchMedia(TOUCH_ONLY).matches ? 'followingByTouch' : 'followingNotice';
  return (
    <div
      data-cobble-following={person.clientId}
      style={{
        position: 'absolute',
        inset: 0,
        pointerEvents: 'none',
        forcedColorAdjust: 'none',
        boxShadow: `inset 0 0 0 3px ${color}, inset 0 0 0 4px #ffffff`,
      }}
    >
      <div
        style={{
          position: 'absolute',
          top: 'var(--cobble-following-top, auto)',
          bottom: 'var(--cobble-following-bottom, 16px)',
          left: '50%',
          translate: '-50%',
          display: 'flex',
          alignItems: 'center',
          gap: 8,
          boxSizing: 'border-box',
          maxWidth: 'calc(100% - 32px)',
          height: 44,
          padding: '0 4px 0 16px',
          borderRadius: 999,
          background: color,
          color: ON_PERSON_COLOR,
          font: '500 14px/1.4 Inter, system-ui, sans-serif',
          whiteSpace: 'nowrap',
          boxShadow: '0 0 0 1px #ffffff, 0 2px 8px rgb(30 26 22 / 25%)',
          pointerEvents: 'auto',
        }}
      >
        <span style={TAG_TEXT_STYLE}>{t(key, { name: personName(t, person) })}</span>
        <button
          type="button"
          onClick={() => {
            people.room.people.stopFollowing();
          }}
          style={{
            all: 'unset',
            flex: 'none',
            boxSizing: 'border-box',
            minWidth: 60,
            height: 36,
            padding: '0 14px',
            borderRadius: 999,
            background: '#ffffff',
            color: '#1e1a16',
            font: '600 14px/36px Inter, system-ui, sans-serif',
            textAlign: 'center',
            cursor: 'pointer',
          }}
          className="cobble-following-stop"
        >
          {t('stopFollowing')}
        </button>
        <style>
          {
            '.cobble-following-stop:focus-visible{outline:2.5px solid #1e1a16!important;outline-offset:2px}'
          }
        </style>
      </div>
    </div>
  );
});
