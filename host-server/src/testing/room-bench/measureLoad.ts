import type { RoomStage } from '../room-load/RoomStage.ts';
import { type BenchOptions, sized } from './BenchOptions.ts';
import { type ContestantResult, CONTESTANTS, measureContestant } from './contestants.ts';
import { Crowd } from './Crowd.ts';
import { atLeast, atMost, compared, type Measured, ownLateness } from './figures.ts';
import { processorMs, residentMb } from './processUse.ts';

const BLOCKS = 20;
const SAMPLE_MS = 1000;

/** Rooms with as many clients each, all of other accounts. */
async function fillRooms(stage: RoomStage, rooms: number, perRoom: number): Promise<Crowd> {
  const members = await stage.firstMembers(rooms * perRoom);
  const crowd = new Crowd(stage);
  for (let room = 0; room < rooms; room += 1) {
    const own = members.slice(room * perRoom, (room + 1) * perRoom);
    const [owner] = own;
    if (!owner) throw new Error('A room has no owner');
    const page = await stage.addPage(owner, BLOCKS);
    await crowd.join(page, own);
  }
  return crowd;
}

/** Durable acknowledgement and broadcast in 50 rooms, beside a bare echo. */
export async function measureAcknowledgements(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const [rooms, clients, perSecond] = [sized(options, 50, 50, 2), 4, 5];
  const crowd = await fillRooms(stage, rooms, clients);
  try {
    await crowd.editFor(sized(options, 10, 3, 0), perSecond);
    crowd.startMeasuring();
    const ops = await crowd.editFor(sized(options, 60, 6, 1), perSecond);
    await crowd.settle();
    const lateMs = crowd.endMeasuring();
    await crowd.check();
    const { acknowledgements, broadcasts } = crowd;
    crowd.close();
    const load = { rooms, clients, perSecond, seconds: sized(options, 20, 3, 1) };
    const peers = new Map<string, ContestantResult>();
    for (const name of CONTESTANTS) {
      options.log(`${name}, ${String(rooms)} rooms`);
      peers.set(name, await measureContestant(name, load));
    }
    const p99 = (name: string): number => peers.get(name)?.broadcasts.percentile(0.99) ?? 0;
    return {
      figures: [
        atMost('Durable acknowledgement, p95', acknowledgements.percentile(0.95), 20),
        atMost('Durable acknowledgement, p99', acknowledgements.percentile(0.99), 50),
        compared('Durable acknowledgement, median', acknowledgements.percentile(0.5)),
        atMost('Broadcast, p99', broadcasts.percentile(0.99), 3 * p99('socket.io') + 10),
        ...CONTESTANTS.map((name) => compared(`Broadcast, p99, bare ${name}`, p99(name))),
        ownLateness(lateMs),
      ],
      notes: [
        `${String(ops)} ops of ${String(rooms * clients)} clients in ${String(rooms)} rooms, ` +
          "5 a second each; all have the server's page",
      ],
    };
  } finally {
    crowd.close();
  }
}

/** Many ops for a long time, with the memory of the server. */
export async function measureSustainedLoad(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const [rooms, clients, perSecond] = [sized(options, 50, 50, 2), 4, 10];
  const seconds = sized(options, options.minutes * 60, 8, 1);
  const crowd = await fillRooms(stage, rooms, clients);
  const pid = stage.server().pid ?? 0;
  const samples: number[] = [];
  const timer = setInterval(() => {
    samples.push(residentMb(pid));
    if (samples.length % 60 === 0)
      options.log(`${String(samples.length / 60)} min: ${(samples.at(-1) ?? 0).toFixed(0)} MB`);
  }, SAMPLE_MS);
  try {
    crowd.startMeasuring();
    const startMs = performance.now();
    const ops = await crowd.editFor(seconds, perSecond);
    await crowd.settle(60_000);
    const tookS = (performance.now() - startMs) / 1000;
    const lateMs = crowd.endMeasuring();
    await crowd.check();
    const { acknowledgements } = crowd;
    const expected = ops * clients;
    return {
      figures: [
        atLeast('Ops stored per second', ops / tookS, 0.98 * rooms * clients * perSecond, '/s'),
        atMost('Memory of the server, at most resident', Math.max(...samples), 400, 'MB'),
        compared('Acknowledgement, p99', acknowledgements.percentile(0.99)),
        atLeast('Deliveries, of those expected', crowd.deliveries / expected, 1, ''),
        ownLateness(lateMs),
      ],
      notes: [`${String(ops)} ops in ${tookS.toFixed(0)} s; no gaps; all have the server's page`],
    };
  } finally {
    clearInterval(timer);
    crowd.close();
  }
}

/** One room with 50 clients. */
export async function measureOneRoom(stage: RoomStage, options: BenchOptions): Promise<Measured> {
  const crowd = await fillRooms(stage, 1, sized(options, 50, 50, 5));
  try {
    await crowd.editFor(sized(options, 10, 2, 0), 5);
    crowd.startMeasuring();
    const ops = await crowd.editFor(sized(options, 60, 5, 1), 5);
    await crowd.settle();
    const lateMs = crowd.endMeasuring();
    await crowd.check();
    return {
      figures: [
        atMost('Acknowledgement, p99', crowd.acknowledgements.percentile(0.99), 40),
        compared('Acknowledgement, median', crowd.acknowledgements.percentile(0.5)),
        atMost('Broadcast, p99', crowd.broadcasts.percentile(0.99), 40),
        ownLateness(lateMs),
      ],
      notes: [
        `${String(ops)} ops of ${String(crowd.clients.length)} clients, 5 a second each; ` +
          "all have the server's page",
      ],
    };
  } finally {
    crowd.close();
  }
}

/** Processor time of the server for each op that reaches a client, beside others. */
export async function measureDeliveries(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const load = {
    ...{ rooms: 1, clients: sized(options, 50, 50, 5), perSecond: 6 },
    seconds: sized(options, 30, 5, 1),
  };
  const crowd = await fillRooms(stage, load.rooms, load.clients);
  const pid = stage.server().pid ?? 0;
  try {
    await crowd.editFor(sized(options, 10, 3, 0), load.perSecond);
    const [beforeMs, before, startMs] = [processorMs(pid), crowd.deliveries, performance.now()];
    await crowd.editFor(load.seconds, load.perSecond);
    const tookMs = performance.now() - startMs;
    const deliveries = crowd.deliveries - before;
    const serverUs = ((processorMs(pid) - beforeMs) * 1000) / deliveries;
    await crowd.settle();
    await crowd.check();
    crowd.close();
    const peers = new Map<string, ContestantResult>();
    for (const name of CONTESTANTS) {
      options.log(`${name}, one room`);
      peers.set(name, await measureContestant(name, load));
    }
    const us = (name: string): number => peers.get(name)?.serverUs ?? 0;
    return {
      figures: [
        compared('Deliveries per second', (deliveries * 1000) / tookMs, '/s'),
        compared('Server time per delivery', serverUs, 'µs'),
        atMost('  compared with bare ws', serverUs / us('ws'), 0.8, 'times'),
        atMost('  compared with Hocuspocus', serverUs / us('hocuspocus'), 0.5, 'times'),
        ...CONTESTANTS.map((name) => compared(`Server time per delivery, ${name}`, us(name), 'µs')),
      ],
      notes: [
        ...CONTESTANTS.map(
          (name) => `${name}: ${(peers.get(name)?.perSecond ?? 0).toFixed(0)} deliveries a second`,
        ),
        'without the time of Postgres; the others store nothing',
      ],
    };
  } finally {
    crowd.close();
  }
}
