import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { normalisePath } from '../routing/normalisePath.ts';
import { useStores } from '../stores/useStores.ts';

const SIGN_UP_DELAY_MS = 100;

/** The rules of every path: normalised, scrolled to the top, `?signup` opens the overlay. */
export function PathRules() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { overlays, account } = useStores();

  useEffect(() => {
    const target = normalisePath(pathname, search);
    if (target !== null) void navigate(target, { replace: true });
  }, [navigate, pathname, search]);

  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  const asksToSignUp = new URLSearchParams(search).has('signup');
  useEffect(() => {
    if (!asksToSignUp) return;
    const timer = setTimeout(() => {
      if (account.state !== 'logged-in') overlays.openSignUp();
    }, SIGN_UP_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [asksToSignUp, account, overlays]);

  return null;
}
