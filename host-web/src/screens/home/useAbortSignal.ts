import { useEffect, useRef } from 'react';

/** Returns a function that returns the component's signal, which aborts when it unmounts. */
export function useAbortSignal(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => {
      controller.current.abort();
    };
  }, []);
  return () => controller.current.signal;
}
