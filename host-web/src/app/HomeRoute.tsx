import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import { useStores } from '../stores/useStores.ts';
import { Waiting } from './Waiting.tsx';

const HomeScreen = lazy(async () => ({
  default: (await import('../screens/home/HomeScreen.tsx')).HomeScreen,
}));
const LandingScreen = lazy(async () => ({
  default: (await import('../screens/landing/LandingScreen.tsx')).LandingScreen,
}));

/** `/`: the person's own home when signed in or cached, else the landing page. */
export const HomeRoute = observer(function HomeRoute() {
  const { account } = useStores();
  if (account.showsAccount) return <HomeScreen />;
  return account.state === 'logged-out' ? <LandingScreen /> : <Waiting />;
});
