import type { BuiltinBlockOf } from '@cobble/engine';
import { Button, TextField } from '@cobble/renderer-konva/editor/ui';
import { Captions, ImageUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { chooseImage } from '../upload/chooseImage.ts';
import styles from './LinkForm.module.css';

/** Another image, and words for those who do not see it. */
export const ImageControls = observer(function ImageControls({
  block,
}: {
  readonly block: BuiltinBlockOf<'image'>;
}) {
  const store = useEditorStore();
  const upload = store.uploads.items.get(block.uuid);
  const label =
    upload === undefined
      ? block.content.url === ''
        ? 'Choose image'
        : 'Replace image'
      : `Uploading, ${String(Math.round(upload.progress * 100))}%`;
  return (
    <>
      <ToolButton
        label={label}
        wide
        disabled={upload !== undefined || block.locked === true}
        onClick={() => {
          void chooseImage().then((files) => {
            if (files.length > 0) void store.uploads.replace(block.uuid, files);
          });
        }}
      >
        <ImageUp />
        {upload === undefined
          ? label.split(' ')[0]
          : `${String(Math.round(upload.progress * 100))}%`}
      </ToolButton>
      <Popup
        label="Alt text"
        trigger={
          <ToolButton label="Alt text" pressed={Boolean(block.altText)}>
            <Captions />
          </ToolButton>
        }
      >
        {(close) => (
          <AltTextForm
            value={block.altText ?? ''}
            onSubmit={(altText) => {
              store.tell(store.editor.update(block.uuid, { altText: altText || undefined }));
              close();
            }}
          />
        )}
      </Popup>
    </>
  );
});

function AltTextForm(props: {
  readonly value: string;
  readonly onSubmit: (value: string) => void;
}) {
  const [value, setValue] = useState(props.value);
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit(value.trim());
      }}
    >
      <TextField
        label="Alt text"
        value={value}
        onValue={setValue}
        maxLength={2000}
        hint="What the image shows, for those who do not see it."
        autoFocus
      />
      <div className={styles['buttons']}>
        <Button size="small" look="primary" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
