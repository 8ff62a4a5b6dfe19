import { expect } from 'chai';
import { RequestTurns } from './RequestTurns.ts';

describe('turns of requests', () => {
  const nextTurn = (): Promise<void> => new Promise(setImmediate);

  it('handle a request at once, but at most 25 in a turn of the event loop [LM19]', async () => {
    const turns = new RequestTurns();
    let handled = 0;
    for (let count = 0; count < 1000; count += 1) turns.run('10.0.0.1', () => (handled += 1));
    const perTurn: number[] = [];
    for (let before = 0; before < 1000; before = handled) {
      await nextTurn();
      perTurn.push(handled - before);
    }
    expect(perTurn).to.eql(Array.from({ length: 40 }, () => 25));
  });

  it('handle a request of another address before the remaining ones of the first [LM19]', async () => {
    const turns = new RequestTurns();
    const handled: string[] = [];
    for (let count = 0; count < 1000; count += 1) turns.run('a', () => handled.push('a'));
    turns.run('b', () => handled.push('b'));
    await nextTurn();
    await nextTurn();
    expect(handled).to.include('b').and.to.have.lengthOf(50);
  });

  it('handle a request of another address soon after those of a whole IPv6 network [LM27]', async () => {
    const turns = new RequestTurns();
    const handled: string[] = [];
    for (let subnet = 0; subnet < 1000; subnet += 1)
      turns.run(`2001:db8:1:${subnet.toString(16)}`, () => handled.push('network'));
    const leave = turns.run('2001:db8:1:ffff', () => handled.push('gone'));
    turns.run('2001:db8:2:0', () => handled.push('other'));
    leave();
    await nextTurn();
    await nextTurn();
    expect(handled).to.include('other').and.to.have.lengthOf(50);
    while (handled.length < 1001) await nextTurn();
    expect(handled).to.not.include('gone');
  });

  it('keep at most 8 lookups of an address in progress, and do not delay others [LM22]', async () => {
    const turns = new RequestTurns();
    const inProgress: { readonly address: string; readonly done: () => void }[] = [];
    const lookUp = (address: string): void => {
      turns.runLookup(address, (done) => inProgress.push({ address, done }));
    };
    for (let count = 0; count < 100; count += 1) lookUp('a');
    lookUp('b');
    turns.run('a', () => inProgress.push({ address: 'a with a body', done: () => undefined }));
    const addresses = (): string[] => inProgress.map(({ address }) => address);
    expect(addresses().filter((address) => address === 'a')).to.have.lengthOf(8);
    expect(addresses()).to.include('b').and.to.include('a with a body');
    let handled = 0;
    while (inProgress.length > 0) {
      const { address, done } = inProgress.shift() ?? { address: '', done: () => undefined };
      if (address === 'a') handled += 1;
      done();
      // It may be called twice: when the head is sent, and when the response closes.
      done();
      await nextTurn();
      expect(addresses().filter((each) => each === 'a').length).to.be.at.most(8);
    }
    expect(handled).to.equal(100);
    for (let count = 0; count < 9; count += 1) lookUp('a');
    expect(inProgress).to.have.lengthOf(8);
  });

  it('keep as many lookups of a whole IPv6 network in progress as of 8 addresses [LM22, LM27]', async () => {
    const turns = new RequestTurns();
    const inProgress: (() => void)[] = [];
    for (let subnet = 0; subnet < 1000; subnet += 1)
      turns.runLookup(`2001:db8:1:${subnet.toString(16)}`, (done) => inProgress.push(done));
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(inProgress).to.have.lengthOf(64);
    let handled = 0;
    for (let done = inProgress.pop(); done !== undefined; done = inProgress.pop()) {
      handled += 1;
      done();
      await nextTurn();
    }
    expect(handled).to.equal(1000);
  });

  it('of one phone that has hundreds in progress hold up none of another phone in its network [LM22, LM27]', async () => {
    const turns = new RequestTurns();
    const inProgress: string[] = [];
    const lookUp = (address: string): void => {
      turns.runLookup(address, () => inProgress.push(address));
    };
    for (let count = 0; count < 256; count += 1) lookUp('2001:db8:1:0');
    for (let count = 0; count < 256; count += 1) lookUp('2001:db8:1:1');
    const others = ['2001:db8:1:8', '2001:db8:1:808', '2001:db8:1:901', '2001:db8:1:ffff'];
    for (const address of others) lookUp(address);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(inProgress)
      .to.include.members(others)
      .and.to.have.lengthOf(2 * 8 + others.length);
  });

  it('take turns among the addresses of an IPv6 network that has as many in progress as it may [LM22, LM27]', async () => {
    const turns = new RequestTurns();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const lookUp = (address: string): void => {
      turns.runLookup(address, (done) => {
        begun.push(address);
        ends.push(done);
      });
    };
    for (let count = 0; count < 20; count += 1)
      for (let subnet = 0; subnet < 16; subnet += 1) lookUp(`2001:db8:1:${subnet.toString(16)}`);
    lookUp('2001:db8:1:ffff');
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(begun).to.have.lengthOf(64).and.not.to.include('2001:db8:1:ffff');
    for (let count = 0; count < 17; count += 1) {
      ends.shift()?.();
      await nextTurn();
    }
    expect(begun).to.include('2001:db8:1:ffff');
  });

  it('forget requests whose connections close while they wait [LM19]', async () => {
    const turns = new RequestTurns();
    let handled = 0;
    const handle = (): void => {
      handled += 1;
    };
    const leave = Array.from({ length: 1000 }, () => turns.run('a', handle));
    for (const each of leave) each();
    await nextTurn();
    await nextTurn();
    expect(handled).to.equal(25);
    handled = 0;
    const lookups = Array.from({ length: 100 }, () => turns.runLookup('a', handle));
    for (const end of lookups.toReversed()) end();
    await nextTurn();
    expect(handled).to.equal(8);
  });

  it('give the place of a lookup that has not begun to another one [LM19, LM22]', async () => {
    const turns = new RequestTurns();
    for (let count = 0; count < 25; count += 1) turns.run('b', () => undefined);
    const handled: number[] = [];
    // They have places, but their turn is later.
    const lookups = Array.from({ length: 10 }, (_, index) =>
      turns.runLookup('a', () => handled.push(index)),
    );
    lookups[0]?.();
    lookups[8]?.();
    await nextTurn();
    await nextTurn();
    expect(handled).to.have.members([1, 2, 3, 4, 5, 6, 7, 9]);
  });
});
