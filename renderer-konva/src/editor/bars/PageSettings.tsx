import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { ExternalLink, Link as LinkIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { ColorRow } from '../toolbar/ColorRow.tsx';
import { copyPageUrl } from './copyPageUrl.ts';
import { useIsPhone } from './useIsPhone.ts';
import { useT } from '../messages/i18n.ts';
import styles from './PageSettings.module.css';

/** In characters, as the page schema counts them: an emoji is one. */
const LIMITS = { title: 500, description: 2000 } as const;

/**
 * The page's title, description and colours, and on phones its address. Texts are committed on
 * Enter, on blur and when the popup closes; those that are too long are not.
 */
export const PageSettings = observer(function PageSettings() {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const staged = useStaged(store.editor);
  const { publicUrl } = store;
  const { settings, style } = store.editor.fields;
  const background = style.backgroundColor ?? style.background?.color ?? '#ffffff';
  return (
    <div className={styles['settings']}>
      <SettingField name="title" label={t('pageSettings.pageTitle')} value={settings.title ?? ''} />
      <SettingField
        name="description"
        label={t('pageSettings.pageDescription')}
        hint={t('pageSettings.descriptionHint')}
        value={settings.description ?? ''}
      />
      <ColorRow
        label={t('pageSettings.background')}
        value={background}
        onChange={(backgroundColor) => {
          staged.change(() => {
            store.report(
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
        label={t('pageSettings.besidePage')}
        value={style.borderColor ?? background}
        onChange={(borderColor) => {
          staged.change(() => {
            store.report(store.editor.updatePage({ style: { borderColor } }));
          });
        }}
        onCommit={staged.commit}
      />
      {isPhone && publicUrl !== null ? (
        <div className={styles['buttons']}>
          <Button
            size="small"
            icon={<LinkIcon />}
            onClick={() => {
              void copyPageUrl(store);
            }}
          >
            {t('common.copyPageUrl')}
          </Button>
          {store.publishing.isLive ? (
            <Button
              size="small"
              icon={<ExternalLink />}
              onClick={() => {
                window.open(publicUrl, '_blank', 'noopener');
              }}
            >
              {t('common.openLivePage')}
            </Button>
          ) : null}
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
  const t = useT();
  const store = useEditorStore();
  const [typed, setTyped] = useState(props.value);
  const limit = LIMITS[props.name];
  const isTooLong = Array.from(typed).length > limit;
  const save = () => {
    if (isTooLong || typed === props.value) return;
    store.report(store.editor.updatePage({ settings: { [props.name]: typed } }));
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // A press outside closes the popup before the field loses the focus.
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
      error={isTooLong ? t(`pageSettings.${props.name}TooLong`, { limit }) : null}
    />
  );
}
