import { checkHyperlink, type EditorRefusal, leadsToPage } from '@cobble/engine';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { useId, useState } from 'react';
import { useStagedText } from '../components/useStagedText.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { hyperlinkMessage } from '../messages/hyperlinkMessage.ts';
import { anchorsOf } from './anchorsOf.ts';
import { linkOfTyped } from './linkOfTyped.ts';
import { useT } from '../messages/i18n.ts';
import styles from './LinkForm.module.css';

/** The address of a link, and whether it opens a new tab; null for one that leads to no page. */
export interface Link {
  readonly href: string;
  readonly target: '_self' | '_blank' | null;
}

/**
 * The form for adding or updating a link. The page has the link as soon as it is valid, until Escape
 * takes it back. Anchors on the page are offered. Remount it each time it is opened, so that its
 * fields are reset.
 */
export function LinkForm(props: {
  /** As for `useStagedText`. */
  readonly id: string;
  /** As for `useStagedText`. */
  readonly canReopen?: boolean;
  /** The link when the form was opened. */
  readonly link: Link | null;
  /** A warning shown above the buttons. */
  readonly warning?: string | undefined;
  /** Whether it has a button that submits it. */
  readonly hasSubmit: boolean;
  /**
   * Sets the link on the page, in an edit that is committed when the form closes. Returns why this
   * was refused, of which the user has been notified; null if it was not.
   */
  readonly onLink: (link: Link) => EditorRefusal | null;
  /** As for `useStagedText`. */
  readonly refusal?: () => EditorRefusal | null;
  /** Discards that edit. */
  readonly onCancel: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { editor } = useEditorStore();
  const [target, setTarget] = useState(props.link?.target ?? '_blank');
  const set = (typed: string, nextTarget: '_self' | '_blank') => {
    const href = linkOfTyped(typed);
    if (checkHyperlink(href) === null)
      return props.onLink({ href, target: leadsToPage(href) ? nextTarget : null });
    props.onCancel();
    return null;
  };
  const field = useStagedText({
    id: props.id,
    label: t('common.link'),
    ...(props.canReopen !== undefined && { canReopen: props.canReopen }),
    value: props.link?.href ?? '',
    problemOf: (typed) => hyperlinkMessage(t, linkOfTyped(typed)),
    onText: (typed) => set(typed, target),
    ...(props.refusal && { refusal: props.refusal }),
    onEscape: props.onCancel,
  });
  const anchorList = useId();
  const href = linkOfTyped(field.text);
  const isValid = checkHyperlink(href) === null;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        field.setText(field.text);
        props.onClose();
      }}
    >
      <TextField
        label={t('common.link')}
        value={field.text}
        onValue={field.setText}
        error={field.problem}
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
      {isValid && !leadsToPage(href) ? null : (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={target === '_blank'}
            onChange={(event) => {
              const next = event.target.checked ? '_blank' : '_self';
              setTarget(next);
              set(field.text, next);
            }}
          />
          {t('linkForm.openInNewTab')}
        </label>
      )}
      {props.warning === undefined ? null : <p className={styles['warning']}>{props.warning}</p>}
      <div className={styles['buttons']}>
        {props.link ? (
          <Button
            size="small"
            variant="plain"
            onClick={() => {
              field.drop();
              props.onRemove();
              props.onClose();
            }}
          >
            {t('linkForm.remove')}
          </Button>
        ) : null}
        {props.hasSubmit ? (
          <Button size="small" variant="primary" type="submit" disabled={!isValid}>
            {props.link ? t('linkForm.update') : t('linkForm.add')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
