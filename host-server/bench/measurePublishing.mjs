/** The time from the click on Publish to a visitor's getting the new page. */
export async function measurePublishing(cobble, times) {
  const took = [];
  for (let turn = 0; turn < times; turn += 1) {
    const word = `Publication ${turn}`;
    const started = performance.now();
    await cobble.publish(word);
    const { body } = await cobble.visit();
    if (!body.includes(word)) throw new Error('A visitor gets the page as it was before');
    took.push(performance.now() - started);
  }
  took.sort((a, b) => a - b);
  const at = (part) => took[Math.min(took.length - 1, Math.floor(took.length * part))];
  return { times, medianMs: at(0.5), p95Ms: at(0.95), limitMs: 150 };
}
