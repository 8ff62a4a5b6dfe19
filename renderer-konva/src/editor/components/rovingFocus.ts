const ITEMS = 'button:not([disabled]), a[href], input:not([disabled])';

const STEPS: Readonly<Record<'horizontal' | 'vertical', Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
};

/**
 * Makes a bar one tab stop: arrow keys, Home and End move among its buttons, and Tab returns to the
 * one that had the focus last (ARIA's toolbar pattern). Buttons may be added and removed. In a grid,
 * arrow keys stay in the row or the column.
 *
 * @param first the button that Tab reaches first; default: the first one
 * @param onLost called when the bar is removed while it has the focus
 * @returns a function that stops it
 */
export function rovingFocus(
  bar: HTMLElement,
  orientation: 'horizontal' | 'vertical' | 'grid',
  onLost: () => void,
  first: HTMLElement | null = null,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let current = first;
  let index = 0;
  let hasFocus = false;
  const items = (): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>(ITEMS)];
  const refresh = (): void => {
    const all = items();
    if (current && all.includes(current)) index = all.indexOf(current);
    else {
      // When the focused button is removed or disabled, the button at its index gets the focus.
      current = all[Math.min(index, all.length - 1)] ?? null;
      if (hasFocus) current?.focus();
    }
    for (const item of all) item.tabIndex = item === current ? 0 : -1;
  };
  bar.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || !items().includes(target)) return;
      current = target;
      hasFocus = true;
      refresh();
    },
    { signal },
  );
  bar.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      const isGone = target instanceof HTMLElement && !items().includes(target);
      if (!isGone) hasFocus = relatedTarget instanceof Node && bar.contains(relatedTarget);
    },
    { signal },
  );
  bar.addEventListener(
    'keydown',
    (event) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return;
      const all = items();
      if (!all.includes(target)) return;
      const next =
        key === 'Home'
          ? all[0]
          : key === 'End'
            ? all.at(-1)
            : orientation === 'grid'
              ? (stepIn(rowOf(target, all), target, STEPS.horizontal[key]) ??
                stepIn(columnOf(target, all), target, STEPS.vertical[key]))
              : stepIn(all, target, STEPS[orientation][key]);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    },
    { signal },
  );
  const changes = new MutationObserver(refresh);
  changes.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  refresh();
  return () => {
    stop.abort();
    changes.disconnect();
    if (hasFocus) onLost();
  };
}

/** The item that is `by` steps further, wrapping at the ends; undefined without a step. */
function stepIn(
  line: readonly HTMLElement[],
  from: HTMLElement,
  by: number | undefined,
): HTMLElement | undefined {
  return by === undefined ? undefined : line[(line.indexOf(from) + by + line.length) % line.length];
}

function rowOf(item: HTMLElement, all: readonly HTMLElement[]): HTMLElement[] {
  return all
    .filter(({ offsetTop }) => offsetTop === item.offsetTop)
    .sort((a, b) => a.offsetLeft - b.offsetLeft);
}

function columnOf(item: HTMLElement, all: readonly HTMLElement[]): HTMLElement[] {
  return all
    .filter(({ offsetLeft }) => offsetLeft === item.offsetLeft)
    .sort((a, b) => a.offsetTop - b.offsetTop);
}
