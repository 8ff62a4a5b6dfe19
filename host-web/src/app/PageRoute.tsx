import { INDEX_SLUG } from '@cobble/engine';
import { useParams } from 'react-router';
import { RESERVED_SEGMENTS } from '../routing/reservedSegments.ts';
import { NotFoundScreen } from '../screens/not-found/NotFoundScreen.tsx';
import { lazyScreen } from './lazyScreen.tsx';

const EditorScreen = lazyScreen(
  async () => (await import('../editor/EditorScreen.tsx')).EditorScreen,
);

/** `/{siteSlug}/{pageSlug}`: a page in the editor; without a page slug, the index page. */
export function PageRoute() {
  const { siteSlug = '', '*': rest = '' } = useParams();
  if (RESERVED_SEGMENTS.has(siteSlug)) return <NotFoundScreen />;
  const pageSlug = rest.replace(/\/+$/, '') || INDEX_SLUG;
  return <EditorScreen key={`${siteSlug}/${pageSlug}`} siteSlug={siteSlug} pageSlug={pageSlug} />;
}
