import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Lets Escape cancel a drag of a slider, or of another control with `role="slider"`, instead of
 * closing the popup or dialog around it. Give the control `key` and `onPointerDown`: with another
 * key, React replaces it, so that the drag ends. The replacement gets the focus.
 *
 * @param onEscape reverts what the drag has changed
 * @param onEnd called when the user has ended a drag otherwise
 */
export function useDragEscape(onEscape: () => void, onEnd?: () => void) {
  const [key, setKey] = useState(0);
  const latest = useRef({ onEscape, onEnd });
  const drag = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = { onEscape, onEnd };
  });
  useEffect(() => () => drag.current?.abort(), []);
  const onPointerDown = ({ currentTarget, target }: PointerEvent) => {
    const parent = currentTarget.parentElement;
    const sliders = () => [...(parent?.querySelectorAll<HTMLElement>('[role="slider"]') ?? [])];
    // A colour picker has several.
    const dragged = Math.max(
      0,
      sliders().findIndex((slider) => target instanceof Node && slider.contains(target)),
    );
    const stop = new AbortController();
    const { signal } = stop;
    drag.current?.abort();
    drag.current = stop;
    const end = () => {
      stop.abort();
      latest.current.onEnd?.();
    };
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        flushSync(() => {
          setKey((previous) => previous + 1);
        });
        stop.abort();
        latest.current.onEscape();
        sliders()[dragged]?.focus({ preventScroll: true });
      },
      // Runs before the popup's listener, which is on the document.
      { signal, capture: true },
    );
  };
  const isDragging = () => drag.current?.signal.aborted === false;
  return { key, onPointerDown, isDragging };
}
