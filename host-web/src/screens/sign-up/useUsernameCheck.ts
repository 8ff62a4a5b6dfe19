import { calls, checkUsername, type UsernameProblem } from '@cobble/host-server/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { useStores } from '../../stores/useStores.ts';

/** The result of checking a username; only `available` can be submitted. */
export type UsernameCheck =
  | { readonly state: 'empty' | 'checking' | 'available' | 'taken' | 'failed' }
  | { readonly state: 'invalid'; readonly problem: UsernameProblem };

const DEBOUNCE_MS = 300;

/**
 * Checks the format of a username at once and, if it is valid, its availability 300 ms after the
 * last key [AU5].
 */
export function useUsernameCheck(username: string): UsernameCheck {
  const { api } = useStores();
  const [result, setResult] = useState<{ username: string; check: UsernameCheck } | null>(null);
  const problem = username === '' ? null : checkUsername(username);

  useEffect(() => {
    if (username === '' || problem !== null) return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const settle = (state: 'available' | 'taken' | 'failed') => {
        if (!request.signal.aborted) setResult({ username, check: { state } });
      };
      api
        .call(calls.accountExists, { query: { username }, signal: request.signal, isQuiet: true })
        .then(
          () => {
            settle('taken');
          },
          (error: unknown) => {
            const isFree = error instanceof ApiError && error.status === 404;
            settle(isFree ? 'available' : 'failed');
          },
        );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [api, username, problem]);

  if (username === '') return { state: 'empty' };
  if (problem !== null) return { state: 'invalid', problem };
  return result?.username === username ? result.check : { state: 'checking' };
}
