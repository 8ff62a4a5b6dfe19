import {
  Button,
  Menu,
  MenuChoices,
  MenuItem,
  MenuSeparator,
} from '@cobble/renderer-konva/editor/ui';
import { ChevronDown, HardDrive, LogOut, Moon, Package, Sun, SunMoon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { LogOutDialog } from './LogOutDialog.tsx';
import styles from './HomeScreen.module.css';
import { StorageDialog } from './StorageDialog.tsx';

const THEMES = [
  ['system', <SunMoon key="system" />],
  ['light', <Sun key="light" />],
  ['dark', <Moon key="dark" />],
] as const;

/** The menu of the account: theme, export and import, storage, sign out. */
export const AccountMenu = observer(function AccountMenu() {
  const t = useT();
  const stores = useStores();
  const { account, state } = stores.account;
  const isOffline = state === 'offline';
  const { preferences } = stores;
  const [isArchiveOpen, setIsArchiveOpen] = useState(false);
  const [isStorageOpen, setIsStorageOpen] = useState(false);
  const [unsent, setUnsent] = useState(0);
  if (!account) return null;
  const logOut = async () => {
    const count = await stores.unsent.count();
    if (count > 0) setUnsent(count);
    else stores.signOut().catch(() => undefined);
  };
  return (
    <>
      <Menu
        header={account.email}
        trigger={
          <Button
            variant="outlined"
            aria-label={t('home.account', { username: account.username })}
            className={styles['account']}
          >
            <span className={styles['username']}>{account.username}</span>
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <MenuChoices
          label={t('theme.label')}
          value={preferences.values.theme}
          onChange={(theme) => {
            preferences.set('theme', theme);
          }}
          choices={THEMES.map(([theme, icon]) => ({
            value: theme,
            label: t(`theme.${theme}`),
            icon,
          }))}
        />
        <MenuSeparator />
        <MenuItem
          icon={<Package />}
          disabled={isOffline}
          onSelect={() => {
            setIsArchiveOpen(true);
          }}
        >
          {t('home.archive')}
        </MenuItem>
        <MenuItem
          icon={<HardDrive />}
          disabled={isOffline}
          onSelect={() => {
            setIsStorageOpen(true);
          }}
        >
          {t('storage.title')}
        </MenuItem>
        <MenuItem
          icon={<LogOut />}
          disabled={isOffline}
          onSelect={() => {
            void logOut();
          }}
        >
          {t('app.signOut')}
        </MenuItem>
      </Menu>
      <ArchiveDialog
        site={account.primarySite}
        isOpen={isArchiveOpen}
        onClose={() => {
          setIsArchiveOpen(false);
        }}
      />
      {unsent > 0 && (
        <LogOutDialog
          unsent={unsent}
          onClose={() => {
            setUnsent(0);
          }}
        />
      )}
      <StorageDialog
        isOpen={isStorageOpen}
        onClose={() => {
          setIsStorageOpen(false);
        }}
      />
    </>
  );
});
