import { INDEX_SLUG } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router';
import { RESERVED_SEGMENTS } from '../routing/reservedSegments.ts';
import { NotFoundScreen } from '../screens/not-found/NotFoundScreen.tsx';
import { OfflineScreen } from '../screens/offline/OfflineScreen.tsx';
import { useStores } from '../stores/useStores.ts';
import { lazyScreen } from './lazyScreen.tsx';

const EditorScreen = lazyScreen(
  async () => (await import('../editor/EditorScreen.tsx')).EditorScreen,
);

/** `/{siteSlug}/{pageSlug}`: a page in the editor; without a page slug, the index page. */
export const PageRoute = observer(function PageRoute() {
  const { account } = useStores();
  const { siteSlug = '', '*': rest = '' } = useParams();
  if (RESERVED_SEGMENTS.has(siteSlug)) return <NotFoundScreen />;
  if (account.state === 'offline') return <OfflineScreen />;
  const pageSlug = rest.replace(/\/+$/, '') || INDEX_SLUG;
  return <EditorScreen key={`${siteSlug}/${pageSlug}`} siteSlug={siteSlug} pageSlug={pageSlug} />;
});
