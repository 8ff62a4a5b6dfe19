/**
 * A run as a table for people: time an operation, how much longer ours takes than each peer, whether
 * what was to be reached is, and how that stood in the record.
 */
export function describeRun({ machine, date, sizes, results }, record) {
  const { processor, processors, memoryGb, node, load } = machine;
  const lines = [
    `${processor}, ${processors} processors, ${memoryGb} GB, Node ${node}, ${date}, load ${load}`,
    ...(load > processors
      ? ['Others are at work on this machine: single figures may be off.']
      : []),
  ];
  for (const result of results) lines.push('', ...describeResult(result, record));
  if (sizes.length > 0)
    lines.push('', 'Size in a browser, all exports, minified: KB (gzip, brotli)');
  for (const { name, bytes, gzip, brotli } of sizes) {
    const was = record?.sizes.find((size) => size.name === name);
    const change = was ? `  record ${kb(was.bytes)} (${kb(was.gzip)}, ${kb(was.brotli)})` : '';
    lines.push(`  ${name.padEnd(46)} ${kb(bytes)} (${kb(gzip)}, ${kb(brotli)})${change}`);
  }
  return lines.join('\n');
}

/** What a quick run has done. Its times say nothing: there were too few of them. */
export function describeQuickRun({ sizes, results }) {
  const turns = results.map(({ name, figures }) => `  ${name}: ${figures.length} measured`);
  const bundles = sizes.map(({ name, bytes }) => `  ${name}: ${kb(bytes)} KB`);
  return ['The benchmark works:', ...turns, ...bundles].join('\n');
}

function describeResult({ name, what, figures, limits }, record) {
  const [ours] = figures;
  const before = record?.results.find((result) => result.name === name)?.figures ?? [];
  return [
    `${name}: ${what}`,
    ...figures.map((figure) => {
      const was = before.find((each) => each.name === figure.name);
      const ratio =
        figure === ours ? '' : `ours takes ${factor(ours.nsPerOp / figure.nsPerOp)} of its time`;
      const change = was ? `record ${time(was.nsPerOp)}` : '';
      return `  ${figure.name.padEnd(34)} ${time(figure.nsPerOp)}  ${ratio.padEnd(34)} ${change}`.trimEnd();
    }),
    ...limits.flatMap((limit) => describeLimit(limit, figures)),
  ];
}

function describeLimit({ against, atMost }, figures) {
  const [ours] = figures;
  if (against === undefined) {
    const isReached = ours.nsPerOp <= atMost;
    return `  -> ${verdict(isReached)}: ${time(ours.nsPerOp).trim()}, at most ${time(atMost).trim()}`;
  }
  const peer = figures.find((figure) => figure.name === against);
  if (!peer) return [];
  const ratio = ours.nsPerOp / peer.nsPerOp;
  return `  -> ${verdict(ratio <= atMost)}: ${factor(ratio)} of ${against}, at most ${factor(atMost)}`;
}

const verdict = (isReached) => (isReached ? 'reached' : 'MISSED');
const factor = (value) => (value < 0.1 ? value.toPrecision(2) : value.toFixed(2));
const kb = (bytes) => (bytes / 1024).toFixed(1);

function time(ns) {
  const [value, unit] = ns < 1000 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1000, 'us'] : [ns / 1e6, 'ms'];
  return `${value.toFixed(value < 10 ? 2 : 1).padStart(7)} ${unit}`;
}
