import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SmallPage } from '../../http/SmallPage.tsx';

/** What a visitor sees where no page stands; at a site's front there is no other front to offer. */
export function notFoundHtml(appOrigin: string, options: { isFront: boolean }): Buffer {
  return html(
    <SmallPage title="Nothing stands here yet" gap>
      <p>
        There is no page at this address. It may have moved, or been tucked away, or the address has
        a slip in it.
      </p>
      {options.isFront ? null : (
        <p>
          <a href="/">To the front of this site</a>
        </p>
      )}
      <p>
        <a className="button" href={appOrigin}>
          Build something of your own
        </a>
      </p>
    </SmallPage>,
  );
}

/** What a visitor sees while pages cannot be looked up. */
export function unavailableHtml(): Buffer {
  return html(
    <SmallPage title="Back in a moment">
      <p>This page is safe, but cannot be shown right now. Please try again in a minute.</p>
    </SmallPage>,
  );
}

/** What is answered under a name that is none of the server's own. */
export function wrongHostHtml(appOrigin: string): Buffer {
  return html(
    <SmallPage title="You came by another door">
      <p>This server does not go by that name. Cobble is at home at:</p>
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
