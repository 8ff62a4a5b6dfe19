import { type AttackName, type AttackTarget, startAttack } from './attacks.ts';
import { imageBombs } from './bombs.ts';

/** What the attacking process is told to do. */
export interface AttackOrder {
  readonly target: AttackTarget;
  readonly attacks: readonly AttackName[];
}

/** How often each outcome occurred, by attack. */
export type AttackCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * A separate process, so that making and sending large bodies does not delay what is measured. It
 * attacks from the moment that it receives an {@link AttackOrder} until it is killed, and sends its
 * {@link AttackCounts} twice a second.
 */
process.once('message', (order: AttackOrder) => {
  const counts: Record<string, Record<string, number>> = {};
  for (const name of order.attacks) {
    const outcomes: Record<string, number> = (counts[name] = {});
    startAttack(order.target, name, (outcome) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    });
  }
  setInterval(() => process.send?.(counts), 500);
});
// Without its parent, nobody would end it.
process.once('disconnect', () => process.exit());
// Made before the attack begins: making them takes seconds, in which nothing would be attacked.
imageBombs();
process.send?.('ready');
