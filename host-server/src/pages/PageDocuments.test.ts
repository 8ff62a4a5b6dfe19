import { INDEX_SLUG, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp } from '../app/testing/createTestApp.ts';
import { publish } from '../app/testing/pageInput.ts';
import { PageDocuments } from './PageDocuments.ts';

describe('documents of pages', () => {
  it('are read once per revision for everyone, so that strangers who request a page again and again delay nobody [LM24]', async () => {
    const app = await createTestApp();
    const ada = await app.signUp('ada');
    const page = await publish(ada);
    // Painting the preview image reads the document too.
    await app.waitForPreviews();
    let reads = 0;
    const count = ({ sql }: { readonly sql: string }): void => {
      if (sql.includes('document::text')) reads += 1;
    };
    app.knex.on('query', count);
    const readAt = async (slug: string): Promise<Page> =>
      (await app.browser().get(`/api/page?site=ada&page=${slug}`)).json() as Page;
    const read = (): Promise<Page> => readAt(INDEX_SLUG);
    for (const each of [...(await Promise.all(Array.from({ length: 20 }, read))), await read()])
      expect(each).to.deep.equal(page);
    expect(reads).to.be.at.most(1);
    app.knex.off('query', count);
    const changed = await publish(ada, { relativeHeight: 7 });
    expect(await read()).to.deep.equal(changed);
    await publish(ada, { slug: 'moved' });
    expect((await app.browser().get(`/api/page?site=ada&page=${INDEX_SLUG}`)).status).to.equal(404);
    expect((await readAt('moved')).slug).to.equal('moved');
    await app.stop();
  });

  it('are read one at a time for an address and two at a time in all, which leaves connections for others [LM24]', async () => {
    /** Reads nine documents, and returns how many were read, and how many at once. */
    const readAll = async (readers: readonly string[]): Promise<[all: number, atOnce: number]> => {
      let [all, atOnce, inProgress] = [0, 0, 0];
      const documents = new PageDocuments(async () => {
        all += 1;
        inProgress += 1;
        atOnce = Math.max(atOnce, inProgress);
        await new Promise(setImmediate);
        inProgress -= 1;
        return '{"things":{}}';
      });
      const found = Array.from({ length: 9 }, (_, id) =>
        documents.find(readers[id % readers.length] ?? '', id, 1),
      );
      for (const document of await Promise.all(found))
        expect(String(document)).to.equal('"things":{}}');
      return [all, atOnce];
    };
    expect(await readAll(['a'])).to.eql([9, 1]);
    expect(await readAll(['a', 'b', 'c'])).to.eql([9, 2]);
  });

  it('reach a reader in its own turn, even if a stranger whose many reads wait requested the same page first [LM24]', async () => {
    const order: string[] = [];
    const documents = new PageDocuments(async (id) => {
      await new Promise(setImmediate);
      return `{"id":${String(id)}}`;
    });
    const find = async (reader: string, id: number): Promise<void> => {
      await documents.find(reader, id, 1);
      order.push(`${reader} ${String(id)}`);
    };
    const strangers = ['a', 'b', 'c'].flatMap((reader, at) =>
      Array.from({ length: 8 }, (_, index) => find(reader, 10 + at * 8 + index)),
    );
    const waiting = find('a', 1);
    await find('honest', 1);
    expect(order.length).to.be.below(10);
    await Promise.all([...strangers, waiting]);
    expect(order.filter((each) => each.endsWith(' 1'))).to.eql(['honest 1', 'a 1']);
  });

  it('are read again after a failure', async () => {
    const texts = [Promise.reject(new Error('down')), Promise.resolve('{"things":{}}')];
    const documents = new PageDocuments(() => texts.shift() ?? Promise.resolve(null));
    const failed: unknown = await documents.find('a', 1, 1).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error);
    expect(String(await documents.find('a', 1, 1))).to.equal('"things":{}}');
  });
});
