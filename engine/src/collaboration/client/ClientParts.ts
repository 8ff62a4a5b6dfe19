import { SharedPage } from './SharedPage.ts';

/** What a client is put together from; the fuzz harness swaps in broken ones, to be caught. */
export interface ClientParts {
  readonly createShared: (...args: ConstructorParameters<typeof SharedPage>) => SharedPage;
  /** Whether entries are missing between what is there and what comes. */
  readonly isGap: (headSeq: number, firstSeq: number) => boolean;
}

export const clientParts: ClientParts = {
  createShared: (...args) => new SharedPage(...args),
  isGap: (headSeq, firstSeq) => firstSeq > headSeq + 1,
};
