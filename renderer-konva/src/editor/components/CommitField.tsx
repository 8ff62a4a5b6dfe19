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
  /** Cleans the typed text; default: leaves it as it is. */
  readonly clean?: (typed: string) => string;
  readonly problemOf?: (text: string) => string | null;
  /** Changes the page. */
  readonly onText: (text: string) => void;
}) {
  const { id, label, hint, value, maxLength, clean, problemOf, onText } = props;
  const { editor } = useEditorStore();
  const staged = useStaged(editor);
  const field = useStagedText({
    id,
    value,
    ...(problemOf && { problemOf }),
    onText: (text, isValid) => {
      if (!isValid) staged.cancel();
      else
        staged.change(() => {
          onText(text);
        });
    },
  });
  return (
    <TextField
      label={label}
      value={field.text}
      maxLength={maxLength}
      onValue={(typed) => {
        field.setText(clean ? clean(typed) : typed);
      }}
      onBlur={staged.commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') staged.commit();
      }}
      hint={hint}
      error={field.problem}
    />
  );
}
