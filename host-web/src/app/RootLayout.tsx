import { observer } from 'mobx-react-lite';
import { Navigate, Outlet, useLocation } from 'react-router';
import { AuthDialogs } from '../screens/auth/AuthDialogs.tsx';
import { useStores } from '../stores/useStores.ts';
import { PathRules } from './PathRules.tsx';

const SIGN_UP_PATH = '/auth/complete-sign-up';

/**
 * The parent of all routes. Redirects from those outside `/auth` to the completion of sign-up if a
 * signed-in user has no account yet.
 */
export const RootLayout = observer(function RootLayout() {
  const { account } = useStores();
  const { pathname } = useLocation();
  return (
    <>
      <PathRules />
      {account.needsSignUp && !pathname.startsWith('/auth/') ? (
        <Navigate to={SIGN_UP_PATH} replace />
      ) : (
        <Outlet />
      )}
      <AuthDialogs />
    </>
  );
});
