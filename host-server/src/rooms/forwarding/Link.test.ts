import { expect } from 'chai';
import { Link, LINK_LIMITS, type Piece } from './Link.ts';
import { type Letter, Links } from './Links.ts';
import { fieldsOf, letterOf } from './letterFields.ts';

/** Waits until everything that can be sent now has been sent. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a link between two servers', () => {
  let nowMs = 0;
  let lines: string[] = [];
  let ends: string[] = [];

  beforeEach(() => {
    nowMs = 0;
    lines = [];
    ends = [];
  });

  const use = (link: Link, name: string): Link => {
    link.use({
      onLine: (line) => lines.push(line),
      onEnd: () => ends.push(name),
    });
    return link;
  };

  /** Two ends of a link; `pass` decides whether a piece of the first one arrives. */
  function connected(pass: (piece: Piece) => boolean = () => true): { from: Link; to: Link } {
    const now = (): number => nowMs;
    const from: Link = new Link((piece) => {
      if (pass(piece)) to.receive(piece);
    }, now);
    const to = new Link((piece) => {
      from.receive(piece);
    }, now);
    return { from: use(from, 'from'), to: use(to, 'to') };
  }

  it('passes lines of any length on in order, several in one piece, long ones in several [RO40]', async () => {
    const sizes: number[] = [];
    const { from } = connected(({ data }) => sizes.push(data.length) > 0);
    const sent = [
      'short',
      'ä€😀',
      'x'.repeat(3 * LINK_LIMITS.pieceBytes),
      '😀'.repeat(50_000),
      'end',
    ];
    for (const line of sent) from.sendLine(line);
    await settled();
    expect(lines).to.eql(sent);
    expect(sizes.every((size) => size <= LINK_LIMITS.pieceBytes)).to.equal(true);
    expect(sizes.filter((size) => size > 0)).to.have.length(5);
  });

  it('sends no more than the other side takes, and the rest once it does [RO40]', async () => {
    const held: Piece[] = [];
    const { from, to } = connected((piece) => {
      held.push(piece);
      return false;
    });
    const line = 'x'.repeat(1_000_000);
    for (let count = 0; count < 10; count += 1) from.sendLine(line);
    let isSent = false;
    void from.untilSent().then(() => (isSent = true));
    await settled();
    const bytes = held.reduce((sum, { data }) => sum + data.length, 0);
    expect(bytes).to.be.within(
      LINK_LIMITS.windowBytes,
      LINK_LIMITS.windowBytes + LINK_LIMITS.pieceBytes,
    );
    expect(isSent).to.equal(false);
    while (held.length > 0) {
      for (const piece of held.splice(0)) to.receive(piece);
      await settled();
    }
    expect(lines).to.have.length(10);
    expect(isSent).to.equal(true);
    expect(ends).to.eql([]);
  });

  it('ends at a gap, and ignores what it has received before, or an edit would be missing or applied twice [RO40]', async () => {
    const pieces: Piece[] = [];
    const { from, to } = connected((piece) => pieces.push(piece) === 0);
    for (const line of ['one', 'two', 'three']) {
      from.sendLine(line);
      await settled();
    }
    const [one, two, three] = pieces as [Piece, Piece, Piece];
    for (const piece of [one, one, two, one]) to.receive(piece);
    expect(lines).to.eql(['one', 'two']);
    to.receive({ ...three, number: 4 });
    to.receive(three);
    expect(lines).to.eql(['one', 'two']);
    expect(ends).to.eql(['to']);
  });

  it('ends when the other server is silent, and not while that one does nothing [RO43]', () => {
    const { from, to } = connected();
    for (; nowMs < 20_000; nowMs += 250) for (const link of [from, to]) link.beat();
    expect(ends).to.eql([]);
    for (; nowMs < 24_000; nowMs += 250) from.beat();
    expect(ends).to.eql(['from']);
  });

  it('ends rather than keep without limit what cannot be sent [RO40]', async () => {
    const { from } = connected(() => false);
    for (let count = 0; count < 80 && ends.length === 0; count += 1) {
      from.sendLine('x'.repeat(1_000_000));
      await settled();
    }
    expect(ends).to.eql(['from']);
    await from.untilSent();
  });

  describe('of the links of a server', () => {
    let servers: Links[] = [];
    afterEach(() => {
      for (const links of servers) links.close();
      servers = [];
    });

    /** A server whose letters arrive at others by id. */
    function server(
      id: string,
      all: Map<string, Links>,
      lose = (_letter: Letter): boolean => false,
    ) {
      const links = new Links({
        serverId: id,
        send: (to, letter) => {
          const other = all.get(to);
          if (other && !lose(letter)) setImmediate(() => other.receive(letter));
          return Promise.resolve(other !== undefined);
        },
        onBegun: () => ({
          onLine: (line) => {
            if (line === 'bad') throw new Error('It cannot be handled');
            lines.push(line);
          },
          onEnd: () => ends.push(id),
        }),
        onFailure: () => undefined,
        // No time passes: on a machine that pauses, a link would end because of silence.
        now: () => nowMs,
      });
      all.set(id, links);
      servers.push(links);
      return links;
    }
    const begin = (links: Links, to: string): Link =>
      links.begin(to, () => ({ onLine: () => undefined, onEnd: () => ends.push('own') }));

    it('ends at once if the other server is not there, or has forgotten it [RO43]', async () => {
      const all = new Map<string, Links>();
      const one = server('one', all);
      begin(one, 'two').sendLine('x');
      await settled();
      expect(ends).to.eql(['own']);
      server('two', all).endAll();
      const link = begin(one, 'two');
      link.sendLine('a');
      await settled();
      all.get('two')?.endAll();
      await settled();
      link.sendLine('b');
      await settled();
      expect(lines).to.eql(['a']);
      expect(ends).to.eql(['own', 'two', 'own']);
    });

    it('begins only with its first letter, so that nothing old is repeated [RO40]', async () => {
      const all = new Map<string, Links>();
      const letters: Letter[] = [];
      const one = server('one', all, (letter) => letters.push(letter) === 0);
      const two = server('two', all);
      const link = begin(one, 'two');
      for (const line of ['a', 'b']) {
        link.sendLine(line);
        await settled();
      }
      two.endAll();
      await settled();
      for (const letter of letters.filter(({ number }) => number > 1)) two.receive(letter);
      await settled();
      expect(lines).to.eql(['a', 'b']);
    });

    it('ends if what arrives cannot be handled, and the server goes on [RO45]', async () => {
      const all = new Map<string, Links>();
      const one = server('one', all);
      server('two', all);
      begin(one, 'two').sendLine('bad');
      await settled();
      expect(ends).to.eql(['two', 'own']);
    });
  });
});

describe('a letter between servers', () => {
  const letter: Letter = {
    ...{ from: 'a', link: 'b', begunBy: 'a', number: 3, received: 0 },
    data: Buffer.from('text\n'),
  };
  const stored = (): (string | Buffer)[] =>
    fieldsOf(letter).map((each) => Buffer.from(each as string));

  it('is read as it was written, and anything else is no letter [RO45]', () => {
    expect(letterOf(stored())).to.eql(letter);
    const names = ['format', 'from', 'link', 'begunBy', 'number', 'received', 'data'];
    for (const name of names) {
      const fields = stored();
      const index = fields.findIndex((each, at) => at % 2 === 0 && String(each) === name);
      fields.splice(index, 2);
      expect(letterOf(fields), name).to.equal(null);
    }
    for (const number of ['-1', 'NaN', '1.5', '1e30', ''])
      expect(
        letterOf(stored().map((each) => (String(each) === '3' ? Buffer.from(number) : each))),
      ).to.equal(null);
    for (const fields of [null, 1, 'x', {}, [], ['format'], [1, 2, 3]])
      expect(letterOf(fields)).to.equal(null);
  });

  it('of another format is ignored: a server of another version has sent it [RO46]', () => {
    const other = stored().map((each, at) => (at === 1 ? Buffer.from('2') : each));
    expect(letterOf(other)).to.equal(null);
  });
});
