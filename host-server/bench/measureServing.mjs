import { spawnSync } from 'node:child_process';
import { sendRequest } from './httpClient.mjs';
import { pinned, processorSeconds } from './tools.mjs';

/**
 * The requests, and the minimum ratios between contestants. docs/decisions/0100 gives the reasons,
 * and says by how much a single node:http process misses them.
 */
const CASES = [
  {
    name: 'full',
    what: 'the whole page',
    pairs: [
      ['Cobble', 'node:http', 0.8],
      ['Cobble', 'Express', 6],
      ['Cobble', 'nginx', 0.7],
      ['in front', 'nginx', 0.7],
    ],
  },
  {
    name: 'gzip',
    what: 'the page, compressed',
    headers: { 'Accept-Encoding': 'gzip' },
    pairs: [
      ['Cobble', 'node:http', 0.8],
      ['Cobble', 'nginx', 0.6],
      ['in front', 'nginx', 0.6],
    ],
  },
  {
    name: '304',
    what: 'a conditional request',
    isConditional: true,
    pairs: [
      ['Cobble', 'node:http', 0.8],
      ['Cobble', 'nginx', 0.6],
      ['in front', 'nginx', 0.6],
    ],
  },
];

/**
 * Measures each contestant's requests per second of its processor time, so that neither other
 * programs on the machine nor the load generator's limit counts. Contestants take turns; the result
 * is the median of the rounds. Falls back to requests per second where the system does not report
 * processor time.
 */
export async function measureServing(contestants, page, isQuick) {
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 1 : 3;
  const results = [];
  for (const { name, what, headers = {}, isConditional, pairs } of CASES) {
    const participants = contestants.filter(({ name: who }) => pairs.flat().includes(who));
    const figures = [];
    for (const contestant of participants) {
      const first = await sendRequest(contestant.port, contestant.path, {
        headers: { Host: contestant.host, ...headers },
      });
      const expected = headers['Accept-Encoding'] ? page.gzip : page.html;
      if (!first.body.equals(expected)) throw new Error(`${contestant.name} sends different bytes`);
      const sent = isConditional ? { 'If-None-Match': first.headers.etag } : headers;
      const again = await sendRequest(contestant.port, contestant.path, {
        headers: { Host: contestant.host, ...sent },
      });
      if (again.status !== (isConditional ? 304 : 200))
        throw new Error(`${contestant.name} responds with ${again.status}`);
      figures.push({ name: contestant.name, contestant, sent, each: [] });
    }
    // Warms up: programs with a JIT compiler are slow at first.
    for (const figure of figures) requestsPerSecond(figure.contestant, figure.sent, 1);
    for (let round = 0; round < rounds; round += 1)
      for (const figure of figures)
        figure.each.push(requestsPerSecond(figure.contestant, figure.sent, seconds));
    const perSecond = Object.fromEntries(
      figures.map((figure) => [figure.name, median(figure.each)]),
    );
    const ratios = pairs.map(([who, peer, atLeast]) => {
      return { who, peer, ratio: perSecond[who] / perSecond[peer], atLeast };
    });
    results.push({ name, what, perSecond, ratios });
  }
  return results;
}

function requestsPerSecond({ name, port, host, path, pids }, headers, seconds) {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-H', `Host: ${host}`];
  for (const [header, value] of Object.entries(headers)) args.push('-H', `${header}: ${value}`);
  const [command, given] = pinned(1, 'wrk', [...args, `http://127.0.0.1:${port}${path}`]);
  const used = () => pids.map(processorSeconds);
  const before = used();
  const { stdout, stderr, status } = spawnSync(command, given, { encoding: 'utf8' });
  const after = used();
  const [, requests, tookSeconds] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  if (status !== 0 || requests === undefined) throw new Error(`wrk failed: ${stdout}${stderr}`);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${name} failed: ${stdout}`);
  const isReported = after.every((each) => each !== null);
  const spent = after.reduce((sum, each, place) => sum + each - before[place], 0);
  return Number(requests) / (isReported ? spent : Number(tookSeconds));
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
