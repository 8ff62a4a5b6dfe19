import { expect } from 'chai';
import { renderPage } from '../../renderPage.ts';
import { makeBlock, makePage } from '../../testing/makePage.ts';

describe('blocks of unknown types', () => {
  const odd = makeBlock({
    uuid: 'odd',
    type: 'hologram',
    altText: 'A <b>hologram</b>',
    position: { x: 0.2, width: 0.5 },
    styles: { border: { widthPx: 3, style: 'solid', color: '#123456' } },
    content: { html: '<script>alert(1)</script>', url: 'https://evil.example/x.png' },
  });
  const { html, css, assets, warnings } = renderPage(makePage([odd]));

  it('render as a placeholder with their styles and name, and are reported [SA7]', () => {
    expect(html).to.match(
      /<div[^>]* id="odd"[^>]*class="[^"]*quiet[^"]*"|<div[^>]*class="[^"]*quiet[^"]*"[^>]* id="odd"/,
    );
    expect(html).to.contain('aria-label="A &lt;b&gt;hologram&lt;/b&gt;"');
    expect(css).to.contain('#123456');
    expect(warnings).to.deep.include({ code: 'unknown_type', uuid: 'odd' });
  });

  it('render none of their content and load nothing [SA7]', () => {
    expect(html).not.to.match(/<script|evil\.example|alert\(1\)/);
    expect(assets.filter((url) => url.includes('evil'))).to.eql([]);
  });
});
