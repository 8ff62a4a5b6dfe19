/* global requestAnimationFrame */
/** Waits for a number of frames. */
export async function frames(count) {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

/** Waits until a condition is true, which is checked once per frame. */
export async function waitUntil(holds) {
  while (!holds()) await frames(1);
}
