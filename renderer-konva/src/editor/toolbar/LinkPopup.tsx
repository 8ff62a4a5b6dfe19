import { Link2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useT } from '../messages/i18n.ts';
import { type Link, LinkForm } from './LinkForm.tsx';

/** For notices, which press the button of a field's popup. */
const opens = (id: string) => ({ 'data-cobble-opens': id });

/** Edits a link. While it is open, it uses the link that was set when it was opened. */
export function LinkPopup(
  props: Omit<ComponentProps<typeof LinkForm>, 'onClose' | 'hasSubmit'> & {
    /** Called when it closes, to commit the link. */
    readonly onCommit: () => void;
    /** Props of its button. */
    readonly button?: Partial<ComponentProps<typeof ToolButton>>;
  },
) {
  const { onCommit, button, ...form } = props;
  const t = useT();
  const [opened, setOpened] = useState<{ readonly link: Link | null } | null>(null);
  const { link } = opened ?? form;
  const label = link === null ? t('common.addLink') : t('common.editLink');
  return (
    <Popup
      label={label}
      trigger={
        <ToolButton {...button} {...opens(form.id)} label={label} pressed={link !== null}>
          <Link2 />
        </ToolButton>
      }
      onOpen={() => {
        setOpened({ link: form.link });
      }}
      onClose={() => {
        setOpened(null);
        onCommit();
      }}
    >
      {(close, isSheet) => <LinkForm {...form} link={link} hasSubmit={!isSheet} onClose={close} />}
    </Popup>
  );
}
