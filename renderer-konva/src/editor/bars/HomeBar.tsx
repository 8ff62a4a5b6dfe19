import { ChevronDown, House } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { MouseEvent } from 'react';
import { Bar } from '../components/Bar.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { PageSettings } from './PageSettings.tsx';
import { useIsPhone } from './useIsPhone.ts';
import { useT } from '../messages/i18n.ts';
import buttonStyles from '../components/ToolButton.module.css';
import styles from './chrome.module.css';

/** A link from the editor to the host's start page. */
export interface HomeLink {
  readonly href: string;
  /** For hosts with a router: prevent the default and navigate. */
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
}

/** For the palette's command and for notices, which press the button. */
const SETTINGS_BUTTON = { 'data-cobble-opens': 'page/title page/description' };

/** The home link and the page's name, which opens the page settings. */
export const HomeBar = observer(function HomeBar(props: { readonly home: HomeLink | undefined }) {
  const t = useT();
  const { home } = props;
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { site, slug } = store.editor.fields;
  const name = (
    <span className={styles['name']}>
      {isPhone ? null : <span className={styles['site']}>{site.slug}/</span>}
      {slug}
    </span>
  );
  return (
    <Bar label={t('homeBar.cobble')} className={styles['home']}>
      {home ? (
        <a
          href={home.href}
          aria-label={t('homeBar.home')}
          className={buttonStyles['button']}
          onClick={home.onClick}
        >
          <House />
        </a>
      ) : null}
      {store.isEditing ? (
        <Popup
          label={t('homeBar.pageSettings')}
          align="start"
          trigger={
            <ToolButton
              label={t('homeBar.pageSettings')}
              name={t('homeBar.pageSettingsOf', {
                page: `${isPhone ? '' : `${site.slug}/`}${slug}`,
              })}
              wide
              {...SETTINGS_BUTTON}
              className={styles['nameButton']}
            >
              {name}
              {isPhone ? null : <ChevronDown />}
            </ToolButton>
          }
        >
          <PageSettings />
        </Popup>
      ) : (
        <span className={styles['nameOnly']}>{name}</span>
      )}
    </Bar>
  );
});
