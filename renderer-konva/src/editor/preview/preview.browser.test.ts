import { expect } from 'chai';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

describe('the preview', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english', isFresh: true });

  it('returns to the editor although the host’s preview throws when it ends [ED36]', async () => {
    const { page } = shown;
    await page.evaluate(() => {
      window.reportError = (error) => {
        document.title = String(error);
      };
      window.preview = (_page, _options, show) => {
        show({ html: '<p>Bread</p>' });
        return () => {
          throw new Error('a broken preview');
        };
      };
    });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.frameLocator('iframe').getByText('Bread').waitFor();
    await page.evaluate(() => {
      window.store.setMode('editing');
    });
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.locator('[data-cobble-scroller]').waitFor();
    expect(await page.getByText('Uh-Oh').count()).to.equal(0);
    expect(await page.title()).to.equal('Error: a broken preview');
  });
});
