/** So many blocks, as in '{n} block(s) pasted'. */
export function blocksInWords(count: number): string {
  return `${String(count)} block${count === 1 ? '' : 's'}`;
}
