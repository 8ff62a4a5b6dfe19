import { useTypedValue } from '../useTypedValue.ts';

const SHORT = /^#?[\da-f]{3,4}$/i;
const WHOLE = /^#?(?:[\da-f]{6}|[\da-f]{8})$/i;

const withHash = (typed: string) => `#${typed.replace(/^#/, '').toLowerCase()}`;

/** Expands `#12a` to `#1122aa`. */
function inFull(short: string): string {
  return withHash(short).replaceAll(/[\da-f]/g, (digit) => digit + digit);
}

function colorOf(typed: string): string | null {
  if (SHORT.test(typed)) return inFull(typed);
  return WHOLE.test(typed) ? withHash(typed) : null;
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
  /** Called before something is typed, and on Enter and blur after it. */
  readonly onCommit: () => void;
  /** Takes back what was typed if it is no colour any more. */
  readonly onCancel: () => void;
  readonly className?: string | undefined;
}) {
  const { label, value, onValue, onCommit, onCancel, className } = props;
  const typed = useTypedValue({
    parse: colorOf,
    onValue,
    onNone: onCancel,
    onCommit,
  });
  return (
    <input
      className={className}
      value={typed.text ?? value}
      maxLength={9}
      spellCheck={false}
      autoComplete="off"
      aria-label={label}
      onChange={(event) => {
        typed.setText(event.target.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.finish();
      }}
      onBlur={typed.finish}
    />
  );
}
