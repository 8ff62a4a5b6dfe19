import { bundledFontFiles } from '@cobble/engine/fonts';
import { expect } from 'chai';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import type { EditorServices, FontService } from './EditorServices.ts';
import { readServices } from './readServices.ts';
import { notify } from './toastNotice.tsx';

describe('the services of a host', () => {
  const uploads = { maxMb: 5, upload: () => Promise.reject(new Error('not needed')) };

  it('may be an instance of a class, whose tools and notices would be missing', () => {
    class HostServices implements EditorServices {
      readonly #uploads = uploads;
      readonly #notices: string[] = [];
      get uploads() {
        return this.#uploads;
      }
      get isSignedIn() {
        return this.#notices.length > 0;
      }
      notify(message: string): void {
        this.#notices.push(message);
      }
      posts() {
        return this.#notices.map(() => ({}) as never);
      }
    }
    const host = new HostServices();
    const { notify: show, posts, ...services } = readServices(host);
    show('Saved');
    expect(posts?.(1)).to.have.length(1);
    expect(services).to.deep.include({ uploads, isSignedIn: false });
    expect(readServices(host).isSignedIn).to.equal(true);
  });

  it('keep their functions, since the canvas paints again when it gets others', () => {
    const posts = () => [];
    expect(readServices({ posts })).to.include({ posts, notify });
    expect(readServices({ notify: undefined }).notify).to.equal(notify);
    expect(readServices().uploads).to.equal(undefined);
  });

  it('look up fonts in an instance of a class', () => {
    class Fonts implements FontService {
      readonly #served = new Set(['Inter']);
      lookUp(family: string) {
        return this.#served.has(family) ? bundledFontFiles(family) : null;
      }
    }
    const { store, notices } = makeEditorStore();
    expect(store.lookUpFont).to.equal(bundledFontFiles);
    const notify = (notice: string): void => void notices.push(notice);
    store.setServices({ notify, fonts: new Fonts() });
    const { lookUpFont } = store;
    expect(['Inter', 'Caveat'].map((family) => lookUpFont(family) !== null)).to.eql([true, false]);
    store.dispose();
  });
});
