import { useEffect, useRef } from 'react';

/** Gives signals of calls that end when the dialog is closed. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => {
      leaving.current.abort();
    };
  }, []);
  return () => leaving.current.signal;
}
