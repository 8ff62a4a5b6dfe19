import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef } from 'react';
import { CursorMotion } from './CursorMotion.ts';
import type { Person } from './Person.ts';
import { personName } from './personName.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';
import { TAG_TEXT_STYLE, tagStyle } from './presenceStyles.ts';

const ARROW = 'M2 1.5 L2 17 L6.2 13.2 L9 19.2 L12 17.8 L9.3 12 L15 11.6 Z';
/** Closer to the right edge than this, the name is on the left of the cursor, px. */
const NAME_PX = 190;
/** How long the name stays beside a cursor that does not move, ms. */
const NAME_MS = 3000;
/** How long the name takes to disappear, ms. */
const FADE_MS = 300;

/**
 * Someone's cursor with their name, in content px. Its moves change CSS properties only; nothing is
 * rendered again. A name fades while the cursor rests, as it covers what is below it.
 */
export const PersonCursor = observer(function PersonCursor(props: {
  readonly canvas: PresenceCanvas;
  readonly person: Person;
}): ReactNode {
  const { canvas, person } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    () => (element.current ? moveWith(element.current, canvas, person) : undefined),
    [canvas, person],
  );
  return (
    <div
      ref={element}
      data-cobble-cursor={person.clientId}
      style={{ position: 'absolute', left: 0, top: 0, display: 'none', willChange: 'transform' }}
    >
      <svg width="18" height="22" viewBox="0 0 18 22" style={{ display: 'block' }}>
        <path d={ARROW} fill={person.color} stroke="#ffffff" strokeWidth="1.5" />
      </svg>
      <div
        style={{
          ...tagStyle(person.color),
          position: 'absolute',
          top: 18,
          left: 'var(--cobble-name-left, 12px)',
          right: 'var(--cobble-name-right, auto)',
          width: 'max-content',
          opacity: 'var(--cobble-name-opacity, 1)',
          transition: 'opacity var(--cobble-name-fade, 0s)',
        }}
      >
        <span style={TAG_TEXT_STYLE}>{personName(canvas.t, person)}</span>
      </div>
    </div>
  );
});

/** Shows an element where someone's cursor is. Returns a function that stops it. */
function moveWith(element: HTMLElement, { view }: PresenceCanvas, person: Person): () => void {
  const { style } = element;
  let motion: CursorMotion | null = null;
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const hasReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
  const showName = (): void => {
    clearTimeout(rest);
    // Back at once, or a cursor that moves away again would have lost its name.
    style.setProperty('--cobble-name-fade', '0s');
    style.setProperty('--cobble-name-opacity', '1');
    rest = setTimeout(() => {
      style.setProperty('--cobble-name-fade', hasReducedMotion() ? '0s' : `${String(FADE_MS)}ms`);
      style.setProperty('--cobble-name-opacity', '0');
    }, NAME_MS);
  };
  const show = (): void => {
    if (!motion) return;
    const { x, y } = view.toContent(motion.at(performance.now()));
    style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    const isAtEdge = x > view.contentWidth - NAME_PX;
    style.setProperty('--cobble-name-left', isAtEdge ? 'auto' : '12px');
    style.setProperty('--cobble-name-right', isAtEdge ? '12px' : 'auto');
  };
  const animate = (): void => {
    frame = 0;
    show();
    if (motion?.isMoving(performance.now())) frame = requestAnimationFrame(animate);
  };
  const stops = [
    reaction(
      () => person.cursor,
      (cursor) => {
        style.display = cursor ? '' : 'none';
        if (cursor) showName();
        if (!cursor) motion = null;
        else if (!motion || hasReducedMotion()) {
          motion = new CursorMotion(cursor);
          show();
        } else {
          motion.aim(cursor, performance.now());
          if (frame === 0) frame = requestAnimationFrame(animate);
        }
      },
      { fireImmediately: true },
    ),
    reaction(() => [view.pxPerUnit, view.windowLeft, view.contentWidth], show),
  ];
  return () => {
    for (const stop of stops) stop();
    cancelAnimationFrame(frame);
    clearTimeout(rest);
  };
}
