import type { Editor, Page } from '@cobble/engine';
import { bundledFontFiles, createFontLookup, type FontLookup, FONTS } from '@cobble/engine/fonts';
import { planOf } from '@cobble/host-server/contract';
import type { EditorServices } from '@cobble/renderer-konva/editor';
import { useCallback, useEffect, useMemo } from 'react';
import { useT } from '../../messages/i18n.ts';
import { browserStorage } from '../../stores/LocalValue.ts';
import { useStores } from '../../stores/useStores.ts';
import { CanvasImages } from '../CanvasImages.ts';
import { useChannelPosts } from '../useChannelPosts.ts';
import { createPreview } from './createPreview.ts';
import { createPublishing } from './createPublishing.ts';
import { createUploads } from './createUploads.ts';

/**
 * The editor's services over the product's API. Reads observables: call it in an observer.
 *
 * @param page `isPublished`: whether it has ever been published; `publishedPage`: as in
 *   `PublishingService`; `hasRoom`: whether it is edited in a room
 */
export function useEditorServices(
  editor: Editor,
  {
    isPublished,
    publishedPage,
    hasRoom,
  }: {
    readonly isPublished: boolean;
    readonly publishedPage: Page | null;
    readonly hasRoom: boolean;
  },
): EditorServices {
  const t = useT();
  const stores = useStores();
  const { api, account, fonts, preferences, images, overlays } = stores;
  const hasAccount = account.state === 'signed-in' || account.state === 'offline';
  const roles = hasAccount ? (account.account?.roles ?? null) : null;
  const plan = planOf(roles ?? []);
  const isSignedIn = roles !== null;
  const hasPremium = plan.features.has('premiumFonts');
  const { maxUploadMb } = plan;
  const { families } = fonts;
  const lookUp = useMemo<FontLookup>(
    () => (families === null ? bundledFontFiles : createFontLookup((name) => families.has(name))),
    [families],
  );
  const refresh = useCallback(() => {
    if ((fonts.families?.size ?? 0) < FONTS.length) void fonts.load();
  }, [fonts]);
  const variants = useMemo(() => new CanvasImages(editor, images), [editor, images]);
  useEffect(() => variants.start(), [variants]);
  const imageVariants = variants.lookUp;
  const posts = useChannelPosts(editor);
  const { advancedModeEnabled, mostRecentFonts } = preferences.values;
  const preview = useMemo(() => createPreview(stores), [stores]);
  const logIn = useCallback(() => {
    overlays.openSignIn(window.location.pathname);
  }, [overlays]);
  const uploads = useMemo(
    () => createUploads({ api, account, t, logIn }),
    [api, account, t, logIn],
  );
  return useMemo<EditorServices>(
    () => ({
      isSignedIn,
      storage: browserStorage(),
      preview,
      images: imageVariants,
      posts,
      fonts: { lookUp, hasPremium, refresh },
      preferences: {
        advancedMode: advancedModeEnabled,
        setAdvancedMode: (isOn) => {
          preferences.setAdvancedMode(isOn);
        },
        recentFonts: mostRecentFonts,
        setRecentFonts: (names) => {
          preferences.set('mostRecentFonts', names);
        },
      },
      uploads: uploads({ maxMb: maxUploadMb, isSignedIn }),
      publishing: createPublishing(
        api,
        t,
        { isPublished, publishedPage, hasRoom },
        {
          noteValid: () => {
            account.noteSession(false);
          },
          findOther: () => account.findOther(),
          logIn,
        },
      ),
    }),
    [
      t,
      api,
      account,
      isPublished,
      publishedPage,
      hasRoom,
      isSignedIn,
      hasPremium,
      maxUploadMb,
      preferences,
      advancedModeEnabled,
      mostRecentFonts,
      preview,
      imageVariants,
      posts,
      lookUp,
      refresh,
      uploads,
      logIn,
    ],
  );
}
