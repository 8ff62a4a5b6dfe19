import { TARGETS } from './targets.mjs';

const TITLES = {
  1000: '1,000 blocks, 240 in view',
  10000: '10,000 blocks, 240 in view',
  all: '10,000 blocks, all in view',
};
const UNITS = { heapMb: 'MB', canvasMb: 'MB' };

/** Formats a run as a table: results next to the record's, and targets with their ratios. */
export function describeRun({ machine, date, results, failures }, record) {
  const { processor, processors, memoryGb, node, load } = machine;
  const lines = [
    `${processor}, ${processors} processors, ${memoryGb} GB, Node ${node}, ${date}, load ${load}`,
    ...(load > processors
      ? ['Other processes are busy on this machine, so individual figures may be off.']
      : []),
    'Time of the main thread in ms: per frame for streams of input, in total for single actions.',
  ];
  for (const [scene, cases] of Object.entries(results)) {
    lines.push('', TITLES[scene]);
    for (const [name, byContestant] of Object.entries(cases)) {
      lines.push(`  ${name}`);
      for (const [contestant, result] of Object.entries(byContestant))
        lines.push(
          `    ${contestant.padEnd(12)} ${figures(result)}${recorded(record, scene, name, contestant)}`,
        );
      lines.push(...targets(results, scene, name).map((line) => `    -> ${line}`));
    }
  }
  if (failures.length > 0) lines.push('', 'Not measured:', ...failures.map((each) => `  ${each}`));
  return lines.join('\n');
}

function figures(result) {
  if (result.heapMb !== undefined)
    return `heap ${number(result.heapMb)} MB, canvases ${number(result.canvasMb)} MB`;
  const { medianMs, p95Ms, scriptMs, longestMs, frames } = result;
  return [
    `${number(medianMs).padStart(8)}${p95Ms === undefined ? '' : ` / ${number(p95Ms)}`}`.padEnd(20),
    `script ${number(scriptMs)}`.padEnd(16),
    `longest task ${number(longestMs)}`,
    ...(frames === undefined ? [] : [`${frames} frames`]),
  ].join('  ');
}

function recorded(record, scene, name, contestant) {
  const result = record?.results[scene]?.[name]?.[contestant];
  if (!result) return '';
  return result.heapMb === undefined
    ? `  (record ${number(result.p95Ms ?? result.medianMs)})`
    : `  (record ${number(result.heapMb)})`;
}

function targets(results, scene, name) {
  const cases = results[scene];
  const ours = cases[name].cobble;
  if (!ours) return [];
  return (TARGETS[scene]?.[name] ?? []).flatMap(({ peer, scene: other, field, atMost }) => {
    const value = ours[field];
    if (peer !== undefined) {
      const theirs = cases[name][peer]?.[field];
      if (theirs === undefined) return [];
      const ratio = value / theirs;
      return [
        `${verdict(ratio <= atMost)}: ${field} ${ratio.toPrecision(2)} of ${peer}'s, at most ${atMost.toPrecision(2)}`,
      ];
    }
    if (other !== undefined) {
      const small = results[other]?.[name]?.cobble?.[field];
      if (small === undefined) return [];
      const ratio = value / small;
      return [
        `${verdict(ratio <= atMost)}: ${field} ${ratio.toFixed(2)} times that with ${other}, at most ${atMost}`,
      ];
    }
    return [
      `${verdict(value <= atMost)}: ${field} ${number(value)}, at most ${atMost} ${UNITS[field] ?? 'ms'}`,
    ];
  });
}

const verdict = (isReached) => (isReached ? 'reached' : 'MISSED');
const number = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1));
