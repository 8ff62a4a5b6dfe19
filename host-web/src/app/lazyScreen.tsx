import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { Loading } from '../shared/Loading.tsx';

/**
 * Creates a component that loads a screen's code on first use and shows {@link Loading} until then.
 * If loading fails, the router shows its error screen, and the next use tries again.
 *
 * Replaces React's `lazy`, whose fallback sometimes stayed visible under an observer after the code
 * had loaded (React 19.3, docs/decisions/0127).
 *
 * @param load returns the screen
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  return function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState(() => loaded);
    useEffect(() => {
      if (Screen) return undefined;
      let isUnmounted = false;
      loading ??= load();
      loading.then(
        (screen) => {
          loaded = screen;
          if (!isUnmounted) setScreen(() => screen);
        },
        (error: unknown) => {
          loading = null;
          if (isUnmounted) return;
          // An error that is thrown while rendering reaches the router's error screen.
          setScreen(() => {
            throw error;
          });
        },
      );
      return () => {
        isUnmounted = true;
      };
    }, [Screen]);
    return Screen ? <Screen {...props} /> : <Loading />;
  };
}
