import { checkHyperlink } from '@cobble/engine';
import { readableTextColor } from '@cobble/engine/colors';
import { detectLink } from '@cobble/engine/platforms';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { addLinkButton, linkButtonAppearance } from '../commands/addLinkButton.ts';
import { BrandIcon } from '../components/BrandIcon.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { hyperlinkMessage } from '../messages/hyperlinkMessage.ts';
import { useT } from '../messages/i18n.ts';
import { linkOfTyped } from '../toolbar/linkOfTyped.ts';
import styles from './dialogs.module.css';

/**
 * Asks for a new button's link and text. A known platform sets its icon and colour. What was typed is
 * there again after the dialog was closed other than with "Cancel".
 */
export const RichButtonDialog = observer(function RichButtonDialog() {
  const t = useT();
  const store = useEditorStore();
  const [href, setHref] = useState(store.newButton.href);
  const [text, setText] = useState(store.newButton.text);
  useEffect(() => {
    store.newButton = { href, text };
  }, [store, href, text]);
  const closeAndForget = () => {
    store.closeDialog();
    store.newButton = { href: '', text: '' };
  };
  const address = linkOfTyped(href);
  const isValid = checkHyperlink(address) === null;
  const platform = isValid ? detectLink(address) : null;
  const { color, icon, text: defaultText } = linkButtonAppearance(isValid ? address : '');
  const label = text.trim() || defaultText;
  const add = () => {
    const added = addLinkButton(store, address, label);
    if (added !== null) closeAndForget();
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title={t('richButtonDialog.title')}
    >
      <form
        className={styles['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) add();
        }}
      >
        <TextField
          label={t('common.link')}
          value={href}
          onValue={setHref}
          error={hyperlinkMessage(t, address)}
          hint={platform ? t('richButtonDialog.linkTo', { name: platform.name }) : undefined}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          autoFocus
        />
        <TextField
          label={t('richButtonDialog.text')}
          value={text}
          onValue={setText}
          maxLength={1000}
          placeholder={defaultText}
          autoComplete="off"
        />
        <div
          className={styles['preview']}
          style={{ background: color, color: readableTextColor(color) }}
          aria-hidden
        >
          {icon === null ? null : <BrandIcon icon={icon} />}
          {label}
        </div>
        <div className={styles['buttons']}>
          <Button variant="plain" onClick={closeAndForget}>
            {t('richButtonDialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" disabled={!isValid}>
            {t('richButtonDialog.addButton')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
});
