/**
 * Formats a run as text: requests per second of processor time, their ratios, how long publishing
 * takes, and whether the ratios and times reach their targets.
 */
export function describeRun({ machine, date, bytes, serving, publishing }) {
  const { processor, processors, memoryGb, node, load } = machine;
  const lines = [
    `${processor}, ${processors} processors, ${memoryGb} GB, Node ${node}, ${date}, load ${load}`,
    `A published page of 200 blocks, ${bytes} bytes. Each contestant has one process on one`,
    'processor; for "in front", nginx and Cobble share it.',
  ];
  for (const { name, what, perSecond, ratios } of serving) {
    lines.push('', `${name}: ${what}`);
    for (const [contestant, figure] of Object.entries(perSecond))
      lines.push(`  ${contestant.padEnd(10)} ${rate(figure)}`);
    for (const { who, peer, ratio, atLeast } of ratios) {
      const target = `at least ${atLeast}: ${verdict(ratio >= atLeast)}`;
      lines.push(`  ${who} reaches ${ratio.toFixed(2)} of ${peer}, ${target}`);
    }
  }
  const { times, medianMs, p95Ms, limitMs } = publishing;
  lines.push(
    '',
    `publish: from the click to a visitor, ${times} times`,
    `  median ${medianMs.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms, at most ${limitMs}: ` +
      verdict(p95Ms <= limitMs),
  );
  return lines.join('\n');
}

const verdict = (isReached) => (isReached ? 'reached' : 'MISSED');
const rate = (perSecond) => `${Math.round(perSecond).toLocaleString('en').padStart(8)} per second`;
