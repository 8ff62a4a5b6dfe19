/**
 * Lets several write at once and shows them one after another: the first who has not ended as it
 * comes, the others when it is their turn.
 *
 * @param {number} count how many there are
 * @param {(text: string) => void} write
 * @returns {{ say: (who: number, text: string) => void, end: (who: number) => void }} who: from 0 on
 */
export function inTurn(count, write) {
  const kept = Array.from({ length: count }, () => '');
  const ended = new Set();
  let turn = 0;
  return {
    say(who, text) {
      if (who === turn) write(text);
      else kept[who] += text;
    },
    end(who) {
      ended.add(who);
      while (ended.has(turn)) {
        turn += 1;
        if (kept[turn]) write(kept[turn]);
        kept[turn] = '';
      }
    },
  };
}
