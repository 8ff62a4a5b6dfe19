import { Dialog, showToast } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { CheckEmail } from './CheckEmail.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The sign-in and sign-up dialogs, on all screens except those under `/auth`. */
export const AuthDialogs = observer(function AuthDialogs() {
  const t = useT();
  const { account, overlays } = useStores();
  const { pathname } = useLocation();
  const { sentTo } = overlays;
  const isSignedIn = account.state === 'signed-in' && !account.hasExpired;
  const isRenewing = overlays.auth !== null && account.hasExpired;
  const isAwaited = overlays.auth !== null && sentTo !== null && account.state === 'signed-out';
  useEffect(() => {
    if (isSignedIn) overlays.closeAuth();
  }, [isSignedIn, overlays]);
  // The link in the email opens another tab, from which the user comes back to this one.
  useEffect(() => {
    if (!isRenewing && !isAwaited) return undefined;
    const checkSignedIn = async () => {
      await account.refresh().catch(() => undefined);
      return account.account !== null;
    };
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      void (isRenewing ? account.checkRenewed() : checkSignedIn()).then((isSignedIn) => {
        if (isSignedIn) showToast(t('auth.signedIn'));
      });
    };
    window.addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      window.removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isRenewing, isAwaited, account, t]);
  const type = overlays.auth ?? 'login';
  return (
    <Dialog
      isOpen={overlays.auth !== null && !isSignedIn && !pathname.startsWith('/auth/')}
      title={sentTo === null ? t(`authTitle.${type}`) : t('checkEmail.title')}
      onClose={() => {
        overlays.closeAuth();
      }}
    >
      {sentTo === null ? (
        <SignInForm
          key={type}
          type={type}
          onSent={(email) => {
            overlays.setSentLink(email, type);
          }}
          onSwitch={() => {
            if (type === 'login') overlays.openSignUp();
            else overlays.openSignIn();
          }}
        />
      ) : (
        <CheckEmail
          email={sentTo}
          onUseAnother={() => {
            overlays.clearSentLink();
          }}
        />
      )}
    </Dialog>
  );
});
