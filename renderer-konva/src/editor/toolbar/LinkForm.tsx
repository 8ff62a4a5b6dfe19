import { checkHyperlink, escapeLink } from '@cobble/engine';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useId, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { hyperlinkMessage } from '../messages/hyperlinkMessage.ts';
import { anchorsOf } from './anchorsOf.ts';
import { useT } from '../messages/i18n.ts';
import styles from './LinkForm.module.css';

/** The address of a link, and whether it opens a new tab. */
export interface Link {
  readonly href: string;
  readonly target: '_self' | '_blank';
}

/**
 * The form for adding or updating a link. Submit is disabled until the link is valid, and
 * anchors on the page are offered. Remount it each time it is opened, so that its fields are reset.
 */
export function LinkForm(props: {
  readonly link: Link | null;
  /** A warning shown above the buttons. */
  readonly warning?: string | undefined;
  readonly onSubmit: (link: Link) => void;
  readonly onRemove: () => void;
}) {
  const t = useT();
  const [href, setHref] = useState(props.link?.href ?? '');
  const [target, setTarget] = useState(props.link?.target ?? '_blank');
  const { editor } = useEditorStore();
  const anchorList = useId();
  const address = escapeLink(href.trim());
  const isValid = checkHyperlink(address) === null;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) props.onSubmit({ href: address, target });
      }}
    >
      <TextField
        label={t('common.link')}
        value={href}
        onValue={setHref}
        error={hyperlinkMessage(t, href)}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        autoFocus
        list={anchorList}
      />
      <datalist id={anchorList}>
        {anchorsOf(editor, t).map((anchor) => (
          <option key={anchor.href} value={anchor.href} label={anchor.name} />
        ))}
      </datalist>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={target === '_blank'}
          onChange={(event) => {
            setTarget(event.target.checked ? '_blank' : '_self');
          }}
        />
        {t('linkForm.openInNewTab')}
      </label>
      {props.warning === undefined ? null : <p className={styles['warning']}>{props.warning}</p>}
      <div className={styles['buttons']}>
        {props.link ? (
          <Button size="small" variant="plain" onClick={props.onRemove}>
            {t('linkForm.remove')}
          </Button>
        ) : null}
        <Button size="small" variant="primary" type="submit" disabled={!isValid}>
          {props.link ? t('linkForm.update') : t('linkForm.add')}
        </Button>
      </div>
    </form>
  );
}
