import { spawnSync } from 'node:child_process';
import { ask } from './httpClient.mjs';
import { pinned, processorSeconds } from './tools.mjs';

/**
 * What is asked for, and of whose answers how many of whose there must be at least. The figures
 * against nginx and Express are those asked by the design; what one process of node:http can be held
 * to, and how far it falls short of them, says docs/decisions/0100.
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
    what: 'whether it is still the same',
    isConditional: true,
    pairs: [
      ['Cobble', 'node:http', 0.8],
      ['Cobble', 'nginx', 0.6],
      ['in front', 'nginx', 0.6],
    ],
  },
];

/**
 * Answers of each contestant in a second of its processor's time, so that neither what else the
 * machine does nor the asking program's own limit counts; in turns, the medians of the rounds. Where
 * the system does not tell that time, answers a second.
 */
export async function contest(contestants, page, isQuick) {
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 1 : 3;
  const results = [];
  for (const { name, what, headers = {}, isConditional, pairs } of CASES) {
    const taking = contestants.filter(({ name: who }) => pairs.flat().includes(who));
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
    // Programs that are compiled while they run are quick only after a while.
    for (const figure of figures) answersPerSecond(figure.contestant, figure.sent, 1);
    for (let round = 0; round < rounds; round += 1)
      for (const figure of figures)
        figure.each.push(answersPerSecond(figure.contestant, figure.sent, seconds));
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

function answersPerSecond({ name, port, host, path, pids }, headers, seconds) {
  const words = ['-t1', '-c32', `-d${seconds}s`, '-H', `Host: ${host}`];
  for (const [header, value] of Object.entries(headers)) words.push('-H', `${header}: ${value}`);
  const [command, given] = pinned(1, 'wrk', [...words, `http://127.0.0.1:${port}${path}`]);
  const used = () => pids.map(processorSeconds);
  const before = used();
  const { stdout, stderr, status } = spawnSync(command, given, { encoding: 'utf8' });
  const after = used();
  const [, answers, took] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  if (status !== 0 || answers === undefined) throw new Error(`wrk failed: ${stdout}${stderr}`);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${name} has failed: ${stdout}`);
  const isTold = after.every((each) => each !== null);
  const spent = after.reduce((sum, each, place) => sum + each - before[place], 0);
  return Number(answers) / (isTold ? spent : Number(took));
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
