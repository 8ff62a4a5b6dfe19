import { type Background, GEOMETRY } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { assetUrl } from '../images/ImageStore.ts';
import { asideBackgroundColor, pageBackgroundColor } from '../paint/pageBackground.ts';
import type { CanvasController } from './CanvasController.ts';

/**
 * The page's background, and what a wide screen shows beside the page. Plain CSS, as on the
 * published page, so that scrolling costs nothing.
 */
export const PageBackground = observer(function PageBackground(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, assetBaseUrl } = props.canvas;
  const { style } = editor.fields;
  const { background } = style;
  const page = view.pageBox;
  const right = page.x + page.width;
  const isFixed = background?.attachment === 'fixed';
  const url = useLoadedImage(
    background?.imageUrl ? assetUrl(background.imageUrl, assetBaseUrl) : null,
  );
  const image = background && url !== null ? imageCss(background, url) : null;
  const aside = asideBackgroundColor(style);
  const pageColor = pageBackgroundColor(style);
  return (
    <div aria-hidden="true" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}>
      <div style={{ ...at(page.x, 0, page.width), height: '100%', background: pageColor }} />
      {image && isFixed && (
        <div style={{ position: 'sticky', top: 0, left: 0, width: view.width, height: 0 }}>
          <div style={{ ...at(0, 0, view.width, view.height), ...image }} />
        </div>
      )}
      {image && !isFixed && (
        <div style={{ ...at(page.x, page.y, page.width, page.height), ...image }} />
      )}
      {/* A fixed image is as large as the viewport, so cover what is outside the page. */}
      <div style={{ ...at(page.x, page.height, page.width), bottom: 0, background: pageColor }} />
      <div style={{ ...at(0, 0, Math.max(0, page.x)), height: '100%', background: aside }} />
      <div
        style={{ position: 'absolute', left: right, right: 0, height: '100%', background: aside }}
      />
    </div>
  );
});

function at(left: number, top: number, width: number, height?: number): CSSProperties {
  return { position: 'absolute', left, top, width, ...(height === undefined ? {} : { height }) };
}

/** A background image's CSS, as on published pages. */
function imageCss(background: Background, url: string): CSSProperties {
  const isTiled = background.size === 'tile';
  const tile = `${String(background.tilePercent ?? GEOMETRY.defaultTilePercent)}% auto`;
  const sizes = { cover: 'cover', contain: 'contain', stretch: '100% 100%', tile };
  const quoted = url.replace(
    /["\\\n\r\f]/g,
    (character) => `\\${character.charCodeAt(0).toString(16)} `,
  );
  return {
    backgroundImage: `url("${quoted}")`,
    backgroundSize: sizes[background.size ?? 'cover'],
    backgroundPosition: isTiled ? '0 0' : 'center',
    backgroundRepeat: background.repeat ?? (isTiled ? 'repeat' : 'no-repeat'),
  };
}

/**
 * The URL of an image to show with CSS. Returns the previous URL until the new image has loaded, so
 * that nothing flashes in between.
 */
export function useLoadedImage(url: string | null): string | null {
  const [shown, setShown] = useState(url);
  useEffect(() => {
    if (url === shown) return undefined;
    let isCancelled = false;
    const show = (): void => {
      if (!isCancelled) setShown(url);
    };
    if (url === null) show();
    else {
      const image = new Image();
      image.src = url;
      // A broken image shows nothing, as on the published page.
      image.decode().then(show, show);
    }
    return () => {
      isCancelled = true;
    };
  }, [url, shown]);
  return url === null ? null : (shown ?? url);
}
