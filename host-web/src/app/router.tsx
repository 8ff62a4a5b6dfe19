import { createBrowserRouter } from 'react-router';
import { SignInScreen } from '../screens/auth/SignInScreen.tsx';
import { ConfirmEmailScreen } from '../screens/auth/ConfirmEmailScreen.tsx';
import { VerifyScreen } from '../screens/auth/VerifyScreen.tsx';
import { NotFoundScreen } from '../screens/not-found/NotFoundScreen.tsx';
import { CompleteSignUpScreen } from '../screens/sign-up/CompleteSignUpScreen.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { HomeRoute } from './HomeRoute.tsx';
import { PageRoute } from './PageRoute.tsx';
import { lazyScreen } from './lazyScreen.tsx';
import { RootLayout } from './RootLayout.tsx';

const SandboxScreen = lazyScreen(
  async () => (await import('../sandbox/SandboxScreen.tsx')).SandboxScreen,
);

/** Creates a data router, because the editor blocks navigation while changes are unsaved. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: <ErrorScreen />,
      children: [
        { index: true, element: <HomeRoute /> },
        { path: 'auth/login', element: <SignInScreen /> },
        { path: 'auth/verify', element: <VerifyScreen /> },
        { path: 'auth/recollect-email', element: <ConfirmEmailScreen /> },
        { path: 'auth/complete-sign-up', element: <CompleteSignUpScreen /> },
        { path: 's/sandbox', element: <SandboxScreen /> },
        { path: ':siteSlug/*', element: <PageRoute />, errorElement: <ErrorScreen /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]);
}
