import { Toasts, TooltipProvider } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { createRouter } from './app/router.tsx';
import type { RootStore } from './stores/RootStore.ts';
import { StoresContext } from './stores/useStores.ts';

/** The whole app: stores, routes and toasts. */
export const App = observer(function App({ stores }: { readonly stores: RootStore }) {
  const [router] = useState(createRouter);
  const { theme } = stores.preferences.values;
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <StoresContext value={stores}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
      <Toasts />
    </StoresContext>
  );
});
