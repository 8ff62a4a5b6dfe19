import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SmallPage } from '../../http/SmallPage.tsx';

/**
 * The 404 page. `isFront`: the missing page is the site's front page, so there is no link to it.
 */
export function notFoundHtml(appOrigin: string, options: { isFront: boolean }): Buffer {
  return html(
    <SmallPage title="Nothing here yet" gap>
      <p>
        There is no page at this address. It may have been moved or made private, or the address may
        contain a typo.
      </p>
      {options.isFront ? null : (
        <p>
          <a href="/">Go to the home page of this site</a>
        </p>
      )}
      <p>
        <a className="button" href={appOrigin}>
          Make your own page
        </a>
      </p>
    </SmallPage>,
  );
}

/** The page that visitors see while pages cannot be loaded. */
export function unavailableHtml(): Buffer {
  return html(
    <SmallPage title="Back in a moment">
      <p>This page cannot be loaded right now. Please try again in a minute.</p>
    </SmallPage>,
  );
}

/** The page for host names that do not belong to this server. */
export function wrongHostHtml(appOrigin: string): Buffer {
  return html(
    <SmallPage title="Unknown address">
      <p>There is nothing at this address. Cobble is at:</p>
      <p>
        <a className="button" href={appOrigin}>
          {appOrigin.replace(/^https?:\/\//, '')}
        </a>
      </p>
    </SmallPage>,
  );
}

function html(page: ReactElement): Buffer {
  return Buffer.from(`<!doctype html>${renderToStaticMarkup(page)}`);
}
