import { useRef, useState } from 'react';

const SHORT = /^#?[\da-f]{3,4}$/i;
const WHOLE = /^#?(?:[\da-f]{6}|[\da-f]{8})$/i;

const withHash = (typed: string) => `#${typed.replace(/^#/, '').toLowerCase()}`;

/** Expands `#12a` to `#1122aa`. */
function inFull(short: string): string {
  return withHash(short).replaceAll(/[\da-f]/g, (digit) => digit + digit);
}

/**
 * A field for a colour as hex, which applies while it is typed: a press elsewhere may remove the
 * field without a blur. A short form applies too, and is reverted if it turns out to be the beginning
 * of another text, as `#12a` is of `#12ab56`. The text stays as typed until Enter or blur, when
 * invalid text is reset.
 */
export function HexField(props: {
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Takes back a short form. Called with the value before it. */
  readonly onRevert: (value: string) => void;
  readonly onCommit?: (() => void) | undefined;
  readonly className?: string | undefined;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  /** The value before the short form that has been applied; null if there is none. */
  const beforeShort = useRef<string | null>(null);
  const apply = (text: string) => {
    if (SHORT.test(text)) {
      beforeShort.current ??= props.value;
      props.onValue(inFull(text));
      return;
    }
    if (WHOLE.test(text)) props.onValue(withHash(text));
    else if (beforeShort.current !== null) props.onRevert(beforeShort.current);
    beforeShort.current = null;
  };
  const isApplying = useRef(false);
  const finish = () => {
    // An edit of text takes the focus for a moment.
    if (isApplying.current) return;
    beforeShort.current = null;
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
        isApplying.current = true;
        apply(next);
        isApplying.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
      onBlur={finish}
    />
  );
}
