import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import { ExternalLink, Link as LinkIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { ColorRow } from '../toolbar/ColorRow.tsx';
import { copyPageUrl } from './copyPageUrl.ts';
import { useIsPhone } from './useIsPhone.ts';
import styles from './PageSettings.module.css';

const LIMITS = { title: 500, description: 2000 } as const;

/** The page's title, description and colours. Words are kept when their field is left. */
export const PageSettings = observer(function PageSettings() {
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const staged = useStaged(store.editor);
  const { settings, style } = store.editor.fields;
  const background = style.backgroundColor ?? style.background?.color ?? '#ffffff';
  return (
    <div className={styles['settings']}>
      <SettingField name="title" label="Page title" value={settings.title ?? ''} />
      <SettingField
        name="description"
        label="Page description"
        hint="What search engines and shared links show."
        value={settings.description ?? ''}
      />
      <ColorRow
        label="Background"
        value={background}
        onChange={(backgroundColor) => {
          staged.change(() => {
            store.tell(
              store.editor.updatePage({
                style: {
                  backgroundColor,
                  ...(style.background?.color === undefined
                    ? {}
                    : { background: { ...style.background, color: backgroundColor } }),
                },
              }),
            );
          });
        }}
        onCommit={staged.commit}
      />
      <ColorRow
        label="Page border"
        value={style.borderColor ?? background}
        onChange={(borderColor) => {
          staged.change(() => {
            store.tell(store.editor.updatePage({ style: { borderColor } }));
          });
        }}
        onCommit={staged.commit}
      />
      {isPhone ? (
        <div className={styles['buttons']}>
          <Button
            size="small"
            icon={<LinkIcon />}
            onClick={() => {
              void copyPageUrl(store);
            }}
          >
            Copy URL
          </Button>
          <Button
            size="small"
            icon={<ExternalLink />}
            onClick={() => {
              window.open(store.publicUrl, '_blank', 'noopener');
            }}
          >
            Open page
          </Button>
        </div>
      ) : null}
    </div>
  );
});

function SettingField(props: {
  readonly name: 'title' | 'description';
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
}) {
  const store = useEditorStore();
  const [typed, setTyped] = useState(props.value);
  const limit = LIMITS[props.name];
  const isTooLong = typed.length > limit;
  const save = () => {
    if (isTooLong || typed === props.value) return;
    store.tell(store.editor.updatePage({ settings: { [props.name]: typed } }));
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // A press outside closes the popup before the field hears that it was left.
  useEffect(
    () => () => {
      latest.current();
    },
    [],
  );
  return (
    <TextField
      label={props.label}
      value={typed}
      onValue={setTyped}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
      hint={props.hint}
      error={isTooLong ? `${props.label} cannot exceed ${String(limit)} characters` : null}
    />
  );
}
