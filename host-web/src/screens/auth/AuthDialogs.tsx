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
  // Without a dialog that waits, the user may be trying out a page, which would be loaded again.
  const isHome = pathname === '/' || pathname === '/auth/login';
  const isWaiting =
    sentTo !== null && account.state === 'signed-out' && (isHome || overlays.auth !== null);
  useEffect(() => {
    if (isSignedIn) overlays.closeAuth();
  }, [isSignedIn, overlays]);
  // The link in the email opens another tab, from which the user comes back to this one.
  useEffect(() => {
    if (!isRenewing && !isWaiting) return undefined;
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      const signsIn = isRenewing
        ? account.checkRenewed()
        : account.refresh().then(() => account.showsAccount);
      if (await signsIn.catch(() => false)) showToast(t('auth.signedIn'));
    };
    const onReturn = () => {
      void check();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isRenewing, isWaiting, account, t]);
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
