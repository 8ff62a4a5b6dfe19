import { TestBrowser } from '../../app/testing/TestBrowser.ts';
import { type Attacker, ROOM_ATTACKS } from './roomAttacks.ts';

/** What the attacking process is told to do. */
export interface RoomAttackOrder extends Omit<Attacker, 'browser'> {
  readonly attack: string;
  readonly cookies: readonly (readonly [string, string])[];
}

/**
 * A separate process, so that what an attacker does takes no time of the honest editors. It attacks
 * until it is killed, and sends the number of each outcome twice a second.
 */
process.once('message', (order: RoomAttackOrder) => {
  const { attack, cookies, ...attacker } = order;
  const counts: Record<string, number> = {};
  const browser = new TestBrowser(order.port, `localhost:${String(order.port)}`);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  setInterval(() => process.send?.(counts), 500);
  ROOM_ATTACKS[attack]?.({ ...attacker, browser }, (outcome) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }).catch((error: unknown) => {
    counts[`the attack has failed: ${String(error)}`] = 1;
  });
});
// Without its parent, nobody would end it.
process.once('disconnect', () => process.exit());
process.send?.('ready');
