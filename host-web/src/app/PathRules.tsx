import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { normalizePath } from '../routing/normalizePath.ts';
import { useStores } from '../stores/useStores.ts';

const SIGN_UP_DELAY_MS = 100;

/** Applies to every path: normalises it, scrolls to the top, and opens sign-up for `?signup`. */
export function PathRules() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { overlays, account } = useStores();

  useEffect(() => {
    const target = normalizePath(pathname, search);
    if (target !== null) void navigate(target, { replace: true });
  }, [navigate, pathname, search]);

  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  const hasSignUpQuery = new URLSearchParams(search).has('signup');
  useEffect(() => {
    if (!hasSignUpQuery) return;
    const timer = setTimeout(() => {
      if (account.state !== 'signed-in' && account.state !== 'offline') overlays.openSignUp();
    }, SIGN_UP_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [hasSignUpQuery, account, overlays]);

  return null;
}
