import { checkHyperlink, detectLink, readableTextColor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextField } from '../../ui/text-field/TextField.tsx';
import { addInView } from '../commands/toolCommands.ts';
import { BrandIcon } from '../components/BrandIcon.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { hyperlinkMessage } from '../messages/hyperlinkMessage.ts';
import styles from './dialogs.module.css';

/** The colour of a button whose link leads to no known platform. */
const PLAIN_COLOR = '#2B4EFF';

/** Asks for a new button's link and words; a known platform brings its mark and colour along. */
export const RichButtonDialog = observer(function RichButtonDialog() {
  const store = useEditorStore();
  const [href, setHref] = useState('');
  const [text, setText] = useState('');
  const isValid = checkHyperlink(href) === null;
  const platform = isValid ? detectLink(href) : null;
  const color = platform?.color ?? PLAIN_COLOR;
  const words = text.trim() || platform?.name || 'Button';
  const add = () => {
    const added = addInView(store, {
      type: 'rich-button',
      content: {
        richButtonColor: color,
        richButtonText: { text: words, font: 'Lato', bold: true, align: 'center' },
        ...(platform ? { richButtonIcon: { icon: platform.icon, placement: 'left' } } : {}),
      },
      properties: {
        hyperlink: href.trim(),
        hyperlinkTarget: /^(#|\/)/.test(href.trim()) ? '_self' : '_blank',
      },
    });
    if (added !== null) store.closeDialog();
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title="Add a button"
    >
      <form
        className={styles['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) add();
        }}
      >
        <TextField
          label="Link"
          value={href}
          onValue={setHref}
          error={hyperlinkMessage(href)}
          hint={platform ? `A link to ${platform.name}` : undefined}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          autoFocus
        />
        <TextField
          label="Words on it"
          value={text}
          onValue={setText}
          maxLength={1000}
          placeholder={platform?.name ?? 'Button'}
          autoComplete="off"
        />
        <div
          className={styles['preview']}
          style={{ background: color, color: readableTextColor(color) }}
          aria-hidden
        >
          {platform ? <BrandIcon icon={platform.icon} /> : null}
          {words}
        </div>
        <div className={styles['buttons']}>
          <Button
            look="plain"
            onClick={() => {
              store.closeDialog();
            }}
          >
            Cancel
          </Button>
          <Button look="primary" type="submit" disabled={!isValid}>
            Add button
          </Button>
        </div>
      </form>
    </Dialog>
  );
});
