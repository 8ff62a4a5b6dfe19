import type { EditorRefusal, Result } from '@cobble/engine';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useStagedText } from './useStagedText.ts';
import { useStaged } from './useStaged.ts';

/**
 * A text field whose text is staged while it is typed, and committed as one history entry on Enter,
 * on blur and when its popup closes.
 */
export function CommitField(props: {
  /** As for `useStagedText`. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly hint?: string;
  /** As for `TextField`. Line breaks become spaces. */
  readonly lines?: number;
  /** Cleans the typed text; default: leaves it as it is. */
  readonly clean?: (typed: string) => string;
  readonly problemOf?: (text: string) => string | null;
  /** Changes the page. The user is notified of a refusal. */
  readonly onText: (text: string) => Result<unknown, EditorRefusal>;
}) {
  const { id, label, hint, lines, value, maxLength, clean, problemOf, onText } = props;
  const store = useEditorStore();
  const staged = useStaged(store.editor);
  const field = useStagedText({
    id,
    label,
    value,
    ...(problemOf && { problemOf }),
    onText: (text, isValid) => {
      if (!isValid) {
        staged.cancel();
        return null;
      }
      const changed = staged.change(() => onText(text));
      return store.report(changed) ? null : changed.code;
    },
    refusal: staged.refusal,
  });
  const commit = () => {
    field.retry();
    staged.commit();
  };
  return (
    <TextField
      label={label}
      value={field.text}
      maxLength={maxLength}
      onValue={(typed) => {
        const line = typed.replaceAll(/\s*\n\s*/g, ' ');
        field.setText(clean ? clean(line) : line);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Without a line break in a field of several lines, unless it ends an input method's text.
        if (lines !== undefined && !event.nativeEvent.isComposing) event.preventDefault();
        commit();
      }}
      hint={hint}
      lines={lines}
      error={field.problem}
    />
  );
}
