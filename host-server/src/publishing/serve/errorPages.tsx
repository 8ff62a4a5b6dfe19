import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SmallPage } from '../../http/SmallPage.tsx';
import { messages } from '../../shared/messages.ts';

/**
 * The 404 page.
 *
 * @param options.hasIndexPage whether visitors can reach an index page, which is then linked
 */
export function notFoundHtml(appOrigin: string, options: { hasIndexPage: boolean }): Buffer {
  const { title, text, home, create } = messages.notFoundPage;
  return html(
    <SmallPage title={title} gap>
      <p>{text}</p>
      {options.hasIndexPage ? (
        <p>
          <a href="/">{home}</a>
        </p>
      ) : null}
      <p>
        <a className="button" href={appOrigin}>
          {create}
        </a>
      </p>
    </SmallPage>,
  );
}

/** The page that visitors see while pages cannot be loaded. */
export function unavailableHtml(): Buffer {
  const { title, text } = messages.unavailablePage;
  return html(
    <SmallPage title={title}>
      <p>{text}</p>
    </SmallPage>,
  );
}

/** The page for host names that do not belong to this server. */
export function wrongHostHtml(appOrigin: string): Buffer {
  const { title, text } = messages.wrongHostPage;
  return html(
    <SmallPage title={title}>
      <p>{text}</p>
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
