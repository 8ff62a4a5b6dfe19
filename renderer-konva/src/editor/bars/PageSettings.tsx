import { Button } from '../ui/button/Button.tsx';
import { ExternalLink, Link as LinkIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { CommitField } from '../components/CommitField.tsx';
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
 * The page's title, description and colours, and on phones its address.
 */
export const PageSettings = observer(function PageSettings() {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const staged = useStaged(store.editor);
  const { publicUrl } = store;
  const { style } = store.editor.fields;
  const background = style.backgroundColor ?? style.background?.color ?? '#ffffff';
  return (
    <div className={styles['settings']}>
      <SettingField name="title" label={t('pageSettings.pageTitle')} />
      <SettingField
        name="description"
        label={t('pageSettings.pageDescription')}
        hint={t('pageSettings.descriptionHint')}
        lines={3}
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
        onCancel={staged.cancel}
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
        onCancel={staged.cancel}
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
  readonly lines?: number;
}) {
  const { name, ...field } = props;
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  const limit = LIMITS[name];
  return (
    <CommitField
      {...field}
      id={`page/${name}`}
      value={editor.fields.settings[name] ?? ''}
      problemOf={(text) =>
        Array.from(text).length > limit ? t(`pageSettings.${name}TooLong`, { limit }) : null
      }
      onText={(text) => {
        // A page that had no title has none again once what was typed has been deleted.
        const isAbsent = text === '' && editor.stablePage.settings[name] === undefined;
        return editor.updatePage({ settings: { [name]: isAbsent ? undefined : text } });
      }}
    />
  );
}
