import type { BuiltinBlockOf } from '@cobble/engine';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/text-field/TextField.tsx';
import { Captions, ImageUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useStagedText } from '../components/useStagedText.ts';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { chooseImage } from '../upload/chooseImage.ts';
import { uploadStateOf } from '../../images/uploadStateOf.ts';
import { useT } from '../messages/i18n.ts';
import styles from './LinkForm.module.css';

/** Replaces the image and edits its alternative text. */
export const ImageControls = observer(function ImageControls({
  block,
}: {
  readonly block: BuiltinBlockOf<'image'>;
}) {
  const t = useT();
  const store = useEditorStore();
  const item = store.uploads.items.get(block.uuid);
  // While it waits for the server, another image may be chosen.
  const upload = item?.isWaiting === true ? undefined : item;
  const state = uploadStateOf(store.editor, block);
  const isEmpty = block.content.url === '';
  const isOfOther = isEmpty && state === 'running' && item === undefined;
  const percent = Math.round((upload?.progress ?? 0) * 100);
  const label =
    upload !== undefined
      ? t('imageControls.uploading', { percent })
      : isOfOther
        ? t('imageControls.uploadedByOther')
        : state === 'interrupted'
          ? t('imageControls.interrupted')
          : isEmpty
            ? t('imageControls.chooseImage')
            : t('imageControls.replaceImage');
  return (
    <>
      {store.services.uploads ? (
        <ToolButton
          label={label}
          wide
          disabled={upload !== undefined || isOfOther || block.locked === true}
          onClick={() => {
            void chooseImage().then((files) => {
              if (files.length > 0) void store.uploads.replace(block.uuid, files);
            });
          }}
        >
          <ImageUp />
          {upload !== undefined
            ? `${String(percent)}%`
            : isEmpty
              ? t('imageControls.choose')
              : t('imageControls.replace')}
        </ToolButton>
      ) : null}
      {/* Closes when another image is selected. */}
      <Popup
        key={block.uuid}
        label={t('common.altText')}
        trigger={
          <ToolButton label={t('common.altText')} pressed={Boolean(block.altText)}>
            <Captions />
          </ToolButton>
        }
      >
        {(close, isSheet) => <AltTextForm block={block} hasSubmit={!isSheet} onClose={close} />}
      </Popup>
    </>
  );
});

/** Edits the alternative text, which closing it commits and Escape discards. */
function AltTextForm(props: {
  readonly block: BuiltinBlockOf<'image'>;
  /** Whether it has a button that submits it. */
  readonly hasSubmit: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const store = useEditorStore();
  const staged = useStaged(store.editor);
  const { uuid, altText = '' } = props.block;
  const field = useStagedText({
    id: `${uuid}/alt`,
    label: t('common.altText'),
    value: altText,
    onText: (text) => {
      const patch = { altText: text.trim() || undefined };
      const changed = staged.change(() => store.editor.update(uuid, patch));
      return store.report(changed) ? null : changed.code;
    },
    refusal: staged.refusal,
    onEscape: staged.cancel,
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        field.retry();
        props.onClose();
      }}
    >
      <TextField
        label={t('common.altText')}
        value={field.text}
        onValue={field.setText}
        onBlur={field.retry}
        error={field.problem}
        maxLength={2000}
        hint={t('imageControls.altTextHint')}
        autoFocus
      />
      {props.hasSubmit ? (
        <div className={styles['buttons']}>
          <Button size="small" variant="primary" type="submit">
            {t('imageControls.save')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
