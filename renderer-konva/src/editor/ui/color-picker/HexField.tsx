import { useRef, useState } from 'react';

/** #12a may be on its way to #12ab56: it counts only when the field is left. */
const SHORT = /^#?[\da-f]{3,4}$/i;
const WHOLE = /^#?(?:[\da-f]{6}|[\da-f]{8})$/i;

const withHash = (typed: string) => `#${typed.replace(/^#/, '').toLowerCase()}`;

/** `#12a` in full, `#1122aa`. */
function inFull(short: string): string {
  return withHash(short).replaceAll(/[\da-f]/g, (digit) => digit + digit);
}

/**
 * A colour as hex. What is typed stays as typed until the field is left, or Enter is pressed; then
 * short forms count too, and what is no colour goes.
 */
export function HexField(props: {
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onCommit?: (() => void) | undefined;
  readonly className?: string | undefined;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  // An edit can take the focus away before the field has been rendered anew.
  const latest = useRef('');
  const settle = () => {
    if (SHORT.test(latest.current)) props.onValue(inFull(latest.current));
    latest.current = '';
    setTyped(null);
    props.onCommit?.();
  };
  return (
    <input
      className={props.className}
      value={typed ?? props.value}
      maxLength={9}
      spellCheck={false}
      autoComplete="off"
      aria-label={props.label}
      onChange={(event) => {
        const next = event.target.value.trim();
        setTyped(next);
        latest.current = next;
        if (WHOLE.test(next)) props.onValue(withHash(next));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
      onBlur={settle}
    />
  );
}
