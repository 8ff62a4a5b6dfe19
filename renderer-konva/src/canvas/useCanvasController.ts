import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { createTranslate } from '../messages/translate.ts';
import { peopleOf } from '../presence/People.ts';
import { CanvasController } from './CanvasController.ts';
import type { CanvasProps } from './CobbleCanvasProps.ts';

/** Creates the controller of a canvas and applies prop changes to it. */
export function useCanvasController(
  props: CanvasProps,
  refs: Readonly<
    Record<'root' | 'scroller' | 'spacer' | 'blocks', RefObject<HTMLDivElement | null>>
  >,
): CanvasController {
  const { editor, assetBaseUrl = '', zoom, windowWidthPx, onFiles, onZoomChange } = props;
  const {
    safeMode = false,
    advanced = false,
    messages,
    locale,
    imageVariants,
    posts,
    room,
  } = props;
  const canvas = useMemo(() => new CanvasController(editor, assetBaseUrl), [editor, assetBaseUrl]);
  const { root, scroller, spacer, blocks } = refs;
  const initialZoom = useRef(zoom);

  useLayoutEffect(() => {
    canvas.callbacks = {
      ...(onFiles ? { onFiles } : {}),
      ...(onZoomChange ? { onZoomChange } : {}),
    };
  }, [canvas, onFiles, onZoomChange]);

  useLayoutEffect(() => {
    // The initial zoom sets the view without zooming about a point.
    if (initialZoom.current !== undefined) canvas.view.setZoom(initialZoom.current);
    if (!root.current || !scroller.current || !spacer.current || !blocks.current) return undefined;
    return canvas.mount({
      root: root.current,
      scroller: scroller.current,
      spacer: spacer.current,
      blocks: blocks.current,
    });
  }, [canvas, root, scroller, spacer, blocks]);

  useLayoutEffect(() => {
    canvas.setSafeMode(safeMode);
  }, [canvas, safeMode]);

  useLayoutEffect(() => {
    canvas.setImageVariants(imageVariants);
  }, [canvas, imageVariants]);

  useLayoutEffect(() => {
    canvas.setPosts(posts);
  }, [canvas, posts]);

  useLayoutEffect(() => {
    canvas.setTranslate(createTranslate(messages, locale));
  }, [canvas, messages, locale]);

  useLayoutEffect(() => {
    canvas.setAdvanced(advanced);
  }, [canvas, advanced]);

  useLayoutEffect(() => {
    canvas.setPeople(room ? peopleOf(room) : null);
  }, [canvas, room]);

  useLayoutEffect(() => {
    canvas.view.setWindowWidth(windowWidthPx ?? null);
  }, [canvas, windowWidthPx]);

  useLayoutEffect(() => {
    const { view, zooming } = canvas;
    if (zoom === undefined || zoom === view.zoom) return;
    // The host zooms about the middle of the viewport.
    if (zooming) zooming.zoomTo(zoom, { x: view.width / 2, y: view.height / 2 });
    else view.setZoom(zoom);
  }, [canvas, zoom]);

  return canvas;
}
