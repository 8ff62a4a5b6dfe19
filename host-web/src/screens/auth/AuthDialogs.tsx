import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { AUTH_WORDS } from './authWords.ts';
import { CheckYourEmail } from './CheckYourEmail.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The login and sign-up modals, which can open over any screen. */
export const AuthDialogs = observer(function AuthDialogs() {
  const { overlays } = useStores();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const type = overlays.auth ?? 'login';
  return (
    <Dialog
      isOpen={overlays.auth !== null}
      title={sentTo === null ? AUTH_WORDS[type].title : AUTH_WORDS.sent.title}
      onClose={() => {
        overlays.closeAuth();
        setSentTo(null);
      }}
    >
      {sentTo === null ? (
        <SignInForm
          key={type}
          type={type}
          onSent={setSentTo}
          onOther={() => {
            if (type === 'login') overlays.openSignUp();
            else overlays.openLogin();
          }}
        />
      ) : (
        <CheckYourEmail
          email={sentTo}
          onAgain={() => {
            setSentTo(null);
          }}
        />
      )}
    </Dialog>
  );
});
