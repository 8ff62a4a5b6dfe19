import { observer } from 'mobx-react-lite';
import { useStores } from '../stores/useStores.ts';
import { lazyScreen } from './lazyScreen.tsx';
import { Loading } from '../shared/Loading.tsx';

const HomeScreen = lazyScreen(
  async () => (await import('../screens/home/HomeScreen.tsx')).HomeScreen,
);
const LandingScreen = lazyScreen(
  async () => (await import('../screens/landing/LandingScreen.tsx')).LandingScreen,
);

/**
 * `/`: the home screen for an account that is signed in, cached or offline, the landing page when
 * signed out, and {@link Loading} until the server responds.
 */
export const HomeRoute = observer(function HomeRoute() {
  const { account } = useStores();
  if (account.showsAccount) return <HomeScreen />;
  return account.state === 'signed-out' ? <LandingScreen /> : <Loading />;
});
