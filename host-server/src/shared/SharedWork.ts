/** Work in progress, by key: those who ask for it meanwhile share its result. */
export class SharedWork<Result> {
  private readonly inProgress = new Map<string, Promise<Result>>();

  /** @param start begins the work, unless it is in progress. */
  run(key: string, start: () => Promise<Result>): Promise<Result> {
    const shared =
      this.inProgress.get(key) ??
      start().finally(() => {
        this.inProgress.delete(key);
      });
    this.inProgress.set(key, shared);
    return shared;
  }
}
