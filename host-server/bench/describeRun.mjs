/** A run as a table for people: requests a second, ratios, and whether what was to be reached is. */
export function describeRun({ machine, date, bytes, serving, publishing }) {
  const { processor, processors, memoryGb, node, load } = machine;
  const lines = [
    `${processor}, ${processors} processors, ${memoryGb} GB, Node ${node}, ${date}, load ${load}`,
    `A published page of 200 blocks, ${bytes} bytes, one processor for who serves it`,
  ];
  for (const { name, what, figures, limits } of serving) {
    const [ours, ...peers] = figures;
    lines.push('', `${name}: ${what}`, `  ${'Cobble'.padEnd(10)} ${rate(ours.perSecond)}`);
    for (const peer of peers) {
      const ratio = ours.perSecond / peer.perSecond;
      const limit = limits[peer.name];
      const judged = limit === undefined ? '' : `, at least ${limit}: ${verdict(ratio >= limit)}`;
      lines.push(
        `  ${peer.name.padEnd(10)} ${rate(peer.perSecond)}  ours is ${ratio.toFixed(2)} of it${judged}`,
      );
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
const rate = (perSecond) => `${Math.round(perSecond).toLocaleString('en').padStart(8)} a second`;
