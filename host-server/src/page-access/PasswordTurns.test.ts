import { expect } from 'chai';
import { ApiError } from '../shared/ApiError.ts';
import { PasswordTurns, type PasswordTurn } from './PasswordTurns.ts';

const HASH_MS = 60;
const EVE = 1;
const ADA = 2;

/** A password that waits for its hash, in a test that hashes nothing. */
interface Guess {
  readonly name: string;
  state: 'waiting' | 'hashing' | 'done' | 'busy' | 'rate limited' | 'left';
  end: () => void;
  readonly leave: () => void;
}

/** Queues guesses, and ends their hashes, each after `HASH_MS` of its clock. */
class Trial {
  readonly started: string[] = [];
  private nowMs = 0;
  private readonly turns = new PasswordTurns(() => this.nowMs);
  private readonly hashing: Guess[] = [];
  private readonly visitors: AbortController[] = [];

  async guess(name: string, turn: PasswordTurn): Promise<Guess> {
    const visitor = new AbortController();
    this.visitors.push(visitor);
    const leave = (): void => {
      visitor.abort(new Error('The visitor has left'));
    };
    const guess: Guess = { name, state: 'waiting', end: () => undefined, leave };
    const hash = (): Promise<void> => {
      guess.state = 'hashing';
      this.started.push(name);
      this.hashing.push(guess);
      return new Promise((resolve) => {
        guess.end = resolve;
      });
    };
    this.turns.run(turn, hash, visitor.signal).then(
      () => {
        guess.state = 'done';
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) guess.state = 'left';
        else guess.state = error.code === 'err_unavailable' ? 'busy' : 'rate limited';
      },
    );
    await settle();
    return guess;
  }

  /** Ends everything that runs or waits. */
  async end(): Promise<void> {
    for (const visitor of this.visitors) visitor.abort(new Error('The test has ended'));
    await settle();
    await this.endHashes();
  }

  /** Ends the hashes that run, together. */
  async endHashes(): Promise<void> {
    this.nowMs += HASH_MS;
    for (const { end } of this.hashing.splice(0)) end();
    await settle();
  }
}

/** Lets every settled promise run its reactions. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const ipv4 = (index: number): string =>
  `10.0.${String(Math.floor(index / 250))}.${String(index % 250)}`;
const subnet = (index: number): string => `2001:db8:7:${index.toString(16)}`;

describe('passwords of restricted pages', () => {
  let trial: Trial;
  beforeEach(() => {
    trial = new Trial();
  });
  afterEach(() => trial.end());

  it('are checked next for visitors of other accounts’ pages, however many addresses guess those of one account [LM34]', async () => {
    const guesses = [];
    for (let index = 0; index < 700; index += 1)
      guesses.push(await trial.guess('eve', { ownerId: EVE, address: ipv4(index) }));
    for (let round = 0; round < 20; round += 1) await trial.endHashes();
    const before = trial.started.length;
    const visitors = [];
    for (let index = 0; index < 10; index += 1) {
      const address = `192.0.2.${String(index)}`;
      visitors.push(await trial.guess('ada', { ownerId: ADA, address }));
    }
    for (let round = 0; round < 10; round += 1) await trial.endHashes();
    expect(visitors.map(({ state }) => state)).to.eql(visitors.map(() => 'done'));
    const since = trial.started.slice(before);
    // One of the two hashes that run at once is left to Ada’s visitors.
    expect(since.slice(0, 20).filter((name) => name === 'ada')).to.have.length(10);
    // Eve has 500 places of her own.
    expect(guesses.filter(({ state }) => state === 'busy')).to.have.length.within(190, 200);
  });

  it('are checked at once for visitors while a dozen accounts have guesses at their own pages [LM34]', async () => {
    // In the end, each of them has used as much as makes it heavy.
    for (let round = 0; round < 150; round += 1) {
      for (let index = 0; index < 36; index += 1)
        await trial.guess('eve', { ownerId: 10 + (index % 12), address: ipv4(index) });
      await trial.endHashes();
    }
    const visitor = await trial.guess('ada', { ownerId: ADA, address: '192.0.2.1' });
    expect(visitor.state).to.equal('hashing');
  });

  it('are checked before further guesses of addresses that have guessed more, at any page [LM34]', async () => {
    const guessFrom = (index: number, ownerId: number): Promise<Guess> =>
      trial.guess('eve', { ownerId, address: ipv4(index) });
    // At pages of Eve’s own.
    for (let round = 0; round < 10; round += 1) {
      for (let index = 0; index < 40; index += 1) await guessFrom(index, EVE);
      for (let hash = 0; hash < 40; hash += 1) await trial.endHashes();
    }
    for (let index = 0; index < 40; index += 1) await guessFrom(index, ADA);
    const visitor = await trial.guess('ada', { ownerId: ADA, address: '192.0.2.1' });
    await trial.endHashes();
    expect(visitor.state).to.equal('hashing');
  });

  it('of one page are checked before those of an IPv6 network that has guessed for two seconds [LM34]', async () => {
    for (let index = 0; index < 250; index += 1)
      await trial.guess('eve', { ownerId: ADA, address: subnet(index) });
    const visitor = await trial.guess('ada', { ownerId: ADA, address: '192.0.2.1' });
    for (let round = 0; round < 40; round += 1) await trial.endHashes();
    expect(visitor.state).to.equal('done');
  });

  it('are hashed for an author who sets one while visitors guess those of the same author [LM34]', async () => {
    for (let index = 0; index < 500; index += 1)
      await trial.guess('eve', { ownerId: ADA, address: ipv4(index) });
    for (let round = 0; round < 20; round += 1) await trial.endHashes();
    const change = await trial.guess('ada', { accountId: ADA });
    expect(change.state).to.equal('hashing');
  });

  it('are refused when one address has ten that wait, and nobody else’s are [LM34]', async () => {
    const guesses = [];
    for (let index = 0; index < 12; index += 1)
      guesses.push(await trial.guess('eve', { ownerId: ADA, address: '10.0.0.1' }));
    expect(guesses.map(({ state }) => state)).to.eql([
      'hashing',
      ...Array.from({ length: 10 }, () => 'waiting'),
      'rate limited',
    ]);
    const visitor = await trial.guess('ada', { ownerId: ADA, address: '192.0.2.1' });
    expect(visitor.state).to.equal('waiting');
  });

  it('are refused when one IPv6 network has 80 that wait, one for each of its addresses [LM34]', async () => {
    const guesses = [];
    for (let index = 0; index < 600; index += 1)
      guesses.push(await trial.guess('eve', { ownerId: ADA, address: subnet(index) }));
    expect(guesses.filter(({ state }) => state === 'waiting')).to.have.length.within(80, 90);
    const visitor = await trial.guess('ada', { ownerId: ADA, address: '192.0.2.1' });
    expect(visitor.state).to.equal('waiting');
  });

  it('no longer wait once their visitors are gone [LM34]', async () => {
    const turn = { ownerId: ADA, address: '192.0.2.1' };
    for (const address of ['10.0.0.1', '10.0.0.2']) await trial.guess('eve', { ...turn, address });
    const gone = await trial.guess('gone', turn);
    gone.leave();
    for (let round = 0; round < 5; round += 1) await trial.endHashes();
    expect(gone.state).to.equal('left');
    expect(trial.started).to.eql(['eve', 'eve']);
  });
});
