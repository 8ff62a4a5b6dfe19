/**
 * `npm run bench -w renderer-konva`: builds a page for each contestant with Vite, drives headless
 * Chromium with real input events at 60 Hz, and prints results, ratios and targets.
 *
 * `--only=cobble,tldraw` selects contestants, `--scene=10000` and `--case=drag1,scroll` select
 * scenes and cases, `--rounds=3` measures three times and prints medians, and `--record` stores a
 * full run in `record.json`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { readRecord, refuseRun } from '../../scripts/lib/benchRecord.mjs';
import { describeMachine } from '../../scripts/lib/describeMachine.mjs';
import { buildPage, CONTESTANTS } from './buildPage.mjs';
import { CASES, measureScene } from './drive.mjs';
import { installPeers } from './peers.mjs';
import { quantile } from './mainThread.mjs';
import { serveFolder } from './serveFolder.mjs';
import { describeRun } from './table.mjs';

const RECORD = fileURLToPath(new URL('./record.json', import.meta.url));
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  // No requests leave the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const { only, scenes, cases, rounds, shouldRecord } = readOptions(process.argv.slice(2));
if (only.some((name) => name !== 'cobble')) installPeers();

const servers = {};
const machine = describeMachine();
const runs = {};
const failures = [];
try {
  for (const name of only) servers[name] = await serveFolder(await buildPage(name));
  for (let round = 0; round < rounds; round += 1)
    for (const scene of scenes)
      // Rotate the order each round, so that changes in the machine's load favour no contestant.
      for (const offset of only.keys()) {
        const name = only[(offset + round) % only.length];
        const wanted = CASES[scene].filter((each) => cases.length === 0 || cases.includes(each));
        if (wanted.length === 0) continue;
        const found = await measureOnce(name, scene, wanted);
        for (const [each, why] of Object.entries(found.failures))
          failures.push(`${name}, ${scene}, ${each}: ${why}`);
        for (const [each, result] of Object.entries(found.results))
          (((runs[scene] ??= {})[each] ??= {})[name] ??= []).push(result);
      }
} finally {
  for (const { stop } of Object.values(servers)) await stop();
}

const run = {
  machine,
  date: new Date().toISOString().slice(0, 10),
  rounds,
  results: medians(runs),
  failures,
};
console.log(describeRun(run, readRecord(RECORD)));
if (failures.some((each) => each.startsWith('cobble'))) process.exitCode = 1;
if (shouldRecord) writeFileSync(RECORD, `${JSON.stringify(run, null, 2)}\n`);

/** One browser per measurement, so that nothing is left over from the previous one. */
async function measureOnce(name, scene, wanted) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ARGS,
  });
  try {
    process.stderr.write(`${name}, ${scene} ...\n`);
    return await measureScene(browser, `${servers[name].url}${name}.html`, scene, wanted);
  } catch (error) {
    if (name === 'cobble')
      throw new Error(`${name} could not be measured with ${scene}`, { cause: error });
    // A peer's failure does not end a run that takes most of an hour.
    return { results: {}, failures: { mount: String(error) } };
  } finally {
    await browser.close();
  }
}

/** The median of each value over the rounds. */
function medians(byScene) {
  const map = (object, change) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
  const middle = (results) =>
    Object.fromEntries(
      Object.keys(results[0]).map((field) => [
        field,
        Math.round(
          quantile(
            results.map((each) => each[field]),
            0.5,
          ) * 1000,
        ) / 1000,
      ]),
    );
  return map(byScene, (byCase) => map(byCase, (byName) => map(byName, middle)));
}

function readOptions(given) {
  const of = (name) => {
    const found = given.find((each) => each.startsWith(`--${name}=`));
    return found ? found.slice(name.length + 3).split(',') : [];
  };
  const known = /^--(?:(?:only|scene|case|rounds)=.+|record)$/;
  const unknown = given.filter((each) => !known.test(each));
  if (unknown.length > 0) refuseRun(`Unknown: ${unknown.join(' ')}. See bench/README.md.`);
  const chosen = { only: of('only'), scenes: of('scene'), cases: of('case') };
  const all = {
    only: CONTESTANTS,
    scenes: Object.keys(CASES),
    cases: [...new Set(Object.values(CASES).flat())],
  };
  for (const [name, values] of Object.entries(chosen)) {
    const unknownValues = values.filter((each) => !all[name].includes(each));
    if (unknownValues.length > 0)
      refuseRun(`Unknown ${name}: ${unknownValues.join()}. Known: ${all[name].join()}.`);
  }
  const shouldRecord = given.includes('--record');
  if (shouldRecord && Object.values(chosen).some((values) => values.length > 0))
    refuseRun('Only a full run can be recorded: leave out --only, --scene and --case.');
  return {
    only: chosen.only.length > 0 ? chosen.only : all.only,
    scenes: chosen.scenes.length > 0 ? chosen.scenes : all.scenes,
    cases: chosen.cases,
    rounds: Number(of('rounds')[0] ?? (shouldRecord ? 3 : 1)),
    shouldRecord,
  };
}
