import { Button, Menu, MenuItem, MenuSeparator } from '@cobble/renderer-konva/editor/ui';
import { ChevronDown, LogOut, Moon, Package, Sun, SunMoon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { HOME_WORDS } from './homeWords.ts';
import styles from './HomeScreen.module.css';

const THEMES = [
  ['system', <SunMoon key="system" />],
  ['light', <Sun key="light" />],
  ['dark', <Moon key="dark" />],
] as const;

/** Who is signed in, day or evening, and the way out. */
export const AccountMenu = observer(function AccountMenu() {
  const stores = useStores();
  const { account } = stores.account;
  const { preferences } = stores;
  const [isPacking, setIsPacking] = useState(false);
  if (!account) return null;
  return (
    <>
      <Menu
        header={account.email}
        trigger={
          <Button
            look="quiet"
            aria-label={HOME_WORDS.account(account.username)}
            className={styles['account']}
          >
            <span className={styles['username']}>{account.username}</span>
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        {THEMES.map(([theme, icon]) => (
          <MenuItem
            key={theme}
            icon={icon}
            isChecked={preferences.values.theme === theme}
            onSelect={() => {
              preferences.set('theme', theme);
            }}
          >
            {HOME_WORDS.theme[theme]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem
          icon={<Package />}
          onSelect={() => {
            setIsPacking(true);
          }}
        >
          {HOME_WORDS.archive.open}
        </MenuItem>
        <MenuItem
          icon={<LogOut />}
          onSelect={() => {
            stores.logOut().catch(() => undefined);
          }}
        >
          {HOME_WORDS.logOut}
        </MenuItem>
      </Menu>
      <ArchiveDialog
        site={account.primarySite}
        isOpen={isPacking}
        onClose={() => {
          setIsPacking(false);
        }}
      />
    </>
  );
});
