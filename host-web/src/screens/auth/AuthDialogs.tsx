import { Dialog } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useStores } from '../../stores/useStores.ts';
import { AUTH_WORDS } from './authWords.ts';
import { CheckYourEmail } from './CheckYourEmail.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The login and sign-up modals, which can open over any screen but those of authentication. */
export const AuthDialogs = observer(function AuthDialogs() {
  const { account, overlays } = useStores();
  const { pathname } = useLocation();
  const { sentTo } = overlays;
  const isLoggedIn = account.state === 'logged-in';
  useEffect(() => {
    if (isLoggedIn) overlays.closeAuth();
  }, [isLoggedIn, overlays]);
  const type = overlays.auth ?? 'login';
  return (
    <Dialog
      isOpen={overlays.auth !== null && !isLoggedIn && !pathname.startsWith('/auth/')}
      title={sentTo === null ? AUTH_WORDS[type].title : AUTH_WORDS.sent.title}
      onClose={() => {
        overlays.closeAuth();
      }}
    >
      {sentTo === null ? (
        <SignInForm
          key={type}
          type={type}
          onSent={(email) => {
            overlays.linkSent(email, type);
          }}
          onOther={() => {
            if (type === 'login') overlays.openSignUp();
            else overlays.openLogin();
          }}
        />
      ) : (
        <CheckYourEmail
          email={sentTo}
          onAgain={() => {
            overlays.forgetLink();
          }}
        />
      )}
    </Dialog>
  );
});
