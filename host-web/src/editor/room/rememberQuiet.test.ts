import { expect } from 'chai';
import { action, observable } from 'mobx';
import { rememberQuiet, wasQuiet } from './rememberQuiet.ts';

/** A browser's storage, and tabs in it. */
function createBrowser() {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const openTab = (accountId: number) => {
    const isQuiet = observable.box(wasQuiet(accountId, storage));
    const people = {
      get isQuiet() {
        return isQuiet.get();
      },
      setQuiet: action((next: boolean) => {
        isQuiet.set(next);
      }),
    };
    return { people, close: rememberQuiet({ people }, accountId, storage) };
  };
  return { values, openTab };
}

describe('quiet mode', () => {
  beforeEach(() => {
    Object.assign(globalThis, { window: new EventTarget() });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('is on again when the account opens a page the next time, but not for another account [PR18]', () => {
    const { openTab } = createBrowser();
    const first = openTab(1);
    expect(first.people.isQuiet).to.equal(false);
    first.people.setQuiet(true);
    first.close();
    expect([openTab(1).people.isQuiet, openTab(2).people.isQuiet]).to.eql([true, false]);
  });

  it("is turned on and off in the account's other tabs, too: none goes on showing the name [PR18]", () => {
    const { openTab } = createBrowser();
    const [own, other, ofOther] = [openTab(1), openTab(1), openTab(2)];
    for (const isOn of [true, false]) {
      own.people.setQuiet(isOn);
      const event = Object.assign(new Event('storage'), { key: 'cobble.quiet.1' });
      window.dispatchEvent(event);
      expect([other.people.isQuiet, ofOther.people.isQuiet]).to.eql([isOn, false]);
    }
    for (const { close } of [own, other, ofOther]) close();
  });
});
