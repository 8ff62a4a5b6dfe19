import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { Loading } from '../shared/Loading.tsx';

/**
 * A screen whose code comes when it is shown for the first time; until then {@link Loading} stands
 * there. Where the code cannot be had the router shows its error screen, and asks again after it.
 *
 * Not React's `lazy`: below an observer its boundary sometimes went on waiting after the code had
 * come (React 19.3, docs/decisions/0127).
 *
 * @param load gives the screen
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let come: ComponentType<Props> | null = null;
  let asked: Promise<ComponentType<Props>> | null = null;
  return function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState(() => come);
    useEffect(() => {
      if (Screen) return undefined;
      let isGone = false;
      asked ??= load();
      asked.then(
        (screen) => {
          come = screen;
          if (!isGone) setScreen(() => screen);
        },
        (error: unknown) => {
          asked = null;
          if (isGone) return;
          // Thrown while rendering, it reaches the error boundary.
          setScreen(() => {
            throw error;
          });
        },
      );
      return () => {
        isGone = true;
      };
    }, [Screen]);
    return Screen ? <Screen {...props} /> : <Loading />;
  };
}
