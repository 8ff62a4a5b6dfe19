import { useRef, useState } from 'react';

/** `#12a` may be the beginning of `#12ab56`, so short forms apply only on Enter or blur. */
const SHORT = /^#?[\da-f]{3,4}$/i;
const WHOLE = /^#?(?:[\da-f]{6}|[\da-f]{8})$/i;

const withHash = (typed: string) => `#${typed.replace(/^#/, '').toLowerCase()}`;

/** Expands `#12a` to `#1122aa`. */
function inFull(short: string): string {
  return withHash(short).replaceAll(/[\da-f]/g, (digit) => digit + digit);
}

/**
 * A field for a colour as hex. Full forms apply while they are typed, short forms on Enter or blur.
 * The text stays as typed until then, when invalid text is reset.
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
  // An edit can move the focus before the field is rendered again.
  const latest = useRef('');
  const finish = () => {
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
        if (event.key === 'Enter') finish();
      }}
      onBlur={finish}
    />
  );
}
