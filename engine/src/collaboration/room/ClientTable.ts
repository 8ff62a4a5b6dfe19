/** What a room knows of the clients whose ops it takes. */
export class ClientTable {
  private readonly known = new Map<string, { lastMid: number; accountId: number }>();

  /** A client's newest op and whose it is, as the log has it; said once the log was asked. */
  learn(clientId: string, state: { lastMid: number; accountId: number }): void {
    if (!this.known.has(clientId)) this.known.set(clientId, { ...state });
  }

  /** The newest op of a client that is stored, or about to be; 0 of one that is not known. */
  lastMid(clientId: string): number {
    return this.known.get(clientId)?.lastMid ?? 0;
  }

  /** Whether an op was taken before: it applies at most once. */
  isDuplicate(clientId: string, mid: number): boolean {
    return mid <= this.lastMid(clientId);
  }

  /** Whose client it is; null when nobody has used the name. */
  accountOf(clientId: string): number | null {
    return this.known.get(clientId)?.accountId ?? null;
  }

  /** An op is about to be stored. */
  took(clientId: string, mid: number): void {
    const state = this.known.get(clientId);
    if (state) state.lastMid = mid;
  }

  /** What is needed no longer; the log is asked when the client comes back. */
  forget(clientId: string): void {
    this.known.delete(clientId);
  }

  clear(): void {
    this.known.clear();
  }
}
