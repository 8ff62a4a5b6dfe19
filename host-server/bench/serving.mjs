import { spawnSync } from 'node:child_process';
import { ask } from './httpClient.mjs';
import { pinned } from './tools.mjs';

/** What a contestant without a limit is there for: to show what could be reached at all. */
const BOUND = 'node:http';

/** What is asked for, and how many of what each peer answers ours must at least. */
const CASES = [
  { name: 'full', what: 'the whole page', limits: { nginx: 0.7, Express: 6 } },
  {
    name: 'gzip',
    what: 'the page, compressed',
    headers: { 'Accept-Encoding': 'gzip' },
    limits: { nginx: 0.6 },
  },
  {
    name: '304',
    what: 'whether it is still the same',
    isConditional: true,
    limits: { nginx: 0.6 },
  },
];

/**
 * Requests a second of each contestant, in turns, so that what else the machine does meets all alike;
 * the medians of the rounds.
 */
export async function contest(contestants, page, isQuick) {
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 1 : 3;
  const results = [];
  for (const { name, what, headers = {}, isConditional, limits } of CASES) {
    const taking = contestants.filter(
      ({ name: who }) => who === 'Cobble' || who === BOUND || who in limits,
    );
    const figures = [];
    for (const contestant of taking) {
      const first = await ask(contestant.port, contestant.path, {
        headers: { Host: contestant.host, ...headers },
      });
      const wanted = headers['Accept-Encoding'] ? page.gzip : page.html;
      if (!first.body.equals(wanted)) throw new Error(`${contestant.name} sends something else`);
      const sent = isConditional ? { 'If-None-Match': first.headers.etag } : headers;
      const again = await ask(contestant.port, contestant.path, {
        headers: { Host: contestant.host, ...sent },
      });
      if (again.status !== (isConditional ? 304 : 200))
        throw new Error(`${contestant.name} answers ${again.status}`);
      figures.push({ name: contestant.name, contestant, sent, each: [] });
    }
    for (let round = 0; round < rounds; round += 1)
      for (const figure of figures)
        figure.each.push(requestsPerSecond(figure.contestant, figure.sent, seconds));
    results.push({
      ...{ name, what, limits },
      figures: figures.map((figure) => ({ name: figure.name, perSecond: median(figure.each) })),
    });
  }
  return results;
}

function requestsPerSecond({ name, port, host, path }, headers, seconds) {
  const words = ['-t1', '-c32', `-d${seconds}s`, '-H', `Host: ${host}`];
  for (const [header, value] of Object.entries(headers)) words.push('-H', `${header}: ${value}`);
  const [command, given] = pinned(1, 'wrk', [...words, `http://127.0.0.1:${port}${path}`]);
  const { stdout, stderr, status } = spawnSync(command, given, { encoding: 'utf8' });
  const found = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (status !== 0 || found === undefined) throw new Error(`wrk failed: ${stdout}${stderr}`);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${name} has failed: ${stdout}`);
  return Number(found);
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
