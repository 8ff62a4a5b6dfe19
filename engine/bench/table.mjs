/**
 * Formats a run as a table: the time per operation, Cobble's time relative to each peer, whether
 * the targets are reached, the sizes of the bundles, and the figures of the recorded run.
 */
export function describeRun({ machine, date, sizes, results }, record) {
  const { processor, processors, memoryGb, node, load } = machine;
  const lines = [
    `${processor}, ${processors} processors, ${memoryGb} GB, Node ${node}, ${date}, load ${load}`,
    ...(load > processors ? ['The machine is busy, so single figures may be inaccurate.'] : []),
  ];
  for (const result of results) lines.push('', ...describeResult(result, record));
  if (sizes.length > 0) lines.push('', 'Size in a browser, minified: KB (gzip, brotli)');
  for (const { name, bytes, gzip, brotli } of sizes) {
    const recorded = record?.sizes.find((size) => size.name === name);
    const change = recorded
      ? `  record ${kb(recorded.bytes)} (${kb(recorded.gzip)}, ${kb(recorded.brotli)})`
      : '';
    lines.push(`  ${name.padEnd(46)} ${kb(bytes)} (${kb(gzip)}, ${kb(brotli)})${change}`);
  }
  return lines.join('\n');
}

/** Formats a quick run without its times, which are too few to mean anything. */
export function describeQuickRun({ sizes, results }) {
  const cases = results.map(({ name, figures }) => `  ${name}: ${figures.length} measured`);
  const bundles = sizes.map(({ name, bytes }) => `  ${name}: ${kb(bytes)} KB`);
  return ['The benchmark works:', ...cases, ...bundles].join('\n');
}

function describeResult({ name, description, figures, limits }, record) {
  const [cobble] = figures;
  const before = record?.results.find((result) => result.name === name)?.figures ?? [];
  return [
    `${name}: ${description}`,
    ...figures.map((figure) => {
      const recorded = before.find((each) => each.name === figure.name);
      const ratio =
        figure === cobble
          ? ''
          : `Cobble takes ${factor(cobble.nsPerOp / figure.nsPerOp)} of its time`;
      const change = recorded ? `record ${time(recorded.nsPerOp)}` : '';
      return `  ${figure.name.padEnd(34)} ${time(figure.nsPerOp)}  ${ratio.padEnd(34)} ${change}`.trimEnd();
    }),
    ...limits.flatMap((limit) => describeLimit(limit, figures)),
  ];
}

function describeLimit({ against, atMost }, figures) {
  const [cobble] = figures;
  if (against === undefined) {
    const isReached = cobble.nsPerOp <= atMost;
    return `  -> ${verdict(isReached)}: ${time(cobble.nsPerOp).trim()}, at most ${time(atMost).trim()}`;
  }
  const peer = figures.find((figure) => figure.name === against);
  if (!peer) return [];
  const ratio = cobble.nsPerOp / peer.nsPerOp;
  return `  -> ${verdict(ratio <= atMost)}: ${factor(ratio)} of ${against}, at most ${factor(atMost)}`;
}

const verdict = (isReached) => (isReached ? 'reached' : 'MISSED');
const factor = (value) => (value < 0.1 ? value.toPrecision(2) : value.toFixed(2));
const kb = (bytes) => (bytes / 1024).toFixed(1);

function time(ns) {
  const [value, unit] = ns < 1000 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1000, 'us'] : [ns / 1e6, 'ms'];
  return `${value.toFixed(value < 10 ? 2 : 1).padStart(7)} ${unit}`;
}
