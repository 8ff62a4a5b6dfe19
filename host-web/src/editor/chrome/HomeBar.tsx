import { ChevronDown, House } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { Bar } from '../components/Bar.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { PageSettings } from './PageSettings.tsx';
import { useIsPhone } from './useIsPhone.ts';
import buttonStyles from '../components/ToolButton.module.css';
import styles from './chrome.module.css';

/** The way home, and the page's name, which opens its settings. */
export const HomeBar = observer(function HomeBar() {
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
    <Bar label="Cobble" className={styles['home']}>
      <Link to="/" aria-label="Home" className={buttonStyles['button']}>
        <House />
      </Link>
      {store.isEditing ? (
        <Popup
          label="Page settings"
          align="start"
          trigger={
            <ToolButton
              label="Page settings"
              name={`Page settings, ${isPhone ? '' : `${site.slug}/`}${slug}`}
              wide
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
