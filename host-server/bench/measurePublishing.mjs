/** Measures the time from a publish until a visitor gets the new page. */
export async function measurePublishing(cobble, times) {
  const durations = [];
  for (let number = 0; number < times; number += 1) {
    const word = `Publication ${number}`;
    const started = performance.now();
    await cobble.publish(word);
    const { body } = await cobble.visit();
    if (!body.includes(word)) throw new Error('A visitor got the old page');
    durations.push(performance.now() - started);
  }
  durations.sort((a, b) => a - b);
  const at = (part) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * part))];
  return { times, medianMs: at(0.5), p95Ms: at(0.95), limitMs: 150 };
}
