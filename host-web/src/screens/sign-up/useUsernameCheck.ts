import { calls, checkUsername } from '@cobble/host-server/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { useStores } from '../../stores/useStores.ts';

/** What is known of a username; only `available` may be submitted. */
export type UsernameCheck =
  | { readonly state: 'empty' | 'checking' | 'available' | 'taken' }
  | { readonly state: 'invalid' | 'unknown'; readonly problem: string };

const DEBOUNCE_MS = 300;

/**
 * Checks a username: its form at once, whether it is free 300 ms after typing.
 *
 * @param words what to say when the server could not be asked
 */
export function useUsernameCheck(
  username: string,
  words: { readonly failed: string },
): UsernameCheck {
  const { api } = useStores();
  const [answer, setAnswer] = useState<{ username: string; check: UsernameCheck } | null>(null);
  const problem = username === '' ? null : checkUsername(username);
  const failed = words.failed;

  useEffect(() => {
    if (username === '' || problem !== null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      const settle = (check: UsernameCheck) => {
        if (!asking.signal.aborted) setAnswer({ username, check });
      };
      api
        .call(calls.accountExists, { query: { username }, signal: asking.signal, isQuiet: true })
        .then(
          () => {
            settle({ state: 'taken' });
          },
          (error: unknown) => {
            const isFree = error instanceof ApiError && error.status === 404;
            settle(isFree ? { state: 'available' } : { state: 'unknown', problem: failed });
          },
        );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [api, username, problem, failed]);

  if (username === '') return { state: 'empty' };
  if (problem !== null) return { state: 'invalid', problem };
  return answer?.username === username ? answer.check : { state: 'checking' };
}
