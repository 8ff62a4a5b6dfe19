import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@cobble/engine';
import { multipart } from '../../app/testing/multipart.ts';
import { inputOf } from '../../app/testing/pageInput.ts';
import type { TestUser } from '../../app/testing/signUp.ts';
import type { TestBrowser, TestResponse } from '../../app/testing/TestBrowser.ts';
import { Latencies } from './Latencies.ts';
import type { EmailSink } from './EmailSink.ts';

/** What honest users need for their calls. */
export interface HonestUsers {
  readonly emails: EmailSink;
  /** Creates a browser at a network address that only honest users have. */
  readonly browser: (address: number) => TestBrowser;
  /** Publishes a page again and again. */
  readonly publisher: { readonly user: TestUser; page: Page };
  readonly uploader: TestUser;
  /** Each may import ten times within ten minutes. */
  readonly importers: readonly TestUser[];
  /** An honest archive and image. */
  readonly archive: Buffer;
  readonly image: Buffer;
  /** An address that attackers request links to, and a browser that has signed in with it before. */
  readonly victim: { readonly email: string; readonly browser: TestBrowser };
}

/** The outcome of one kind of call. */
export interface HonestResult {
  readonly latencies: Latencies;
  /** Why calls failed, such as a status with the start of the body. */
  readonly failures: string[];
}

/** Kinds of calls, each with its interval, ms: within a minute, none reaches a rate limit. */
const INTERVALS = {
  publish: 2000,
  upload: 3000,
  import: 5000,
  'sign in': 4000,
  'victim signs in': 15_000,
};

/** A kind of honest call. */
export type HonestKind = keyof typeof INTERVALS;

/**
 * Makes honest calls at intervals until the signal is aborted, one at a time of each kind. Nothing
 * is retried.
 *
 * @param options.patienceMs after this time a person gives up.
 */
export async function makeHonestCalls(
  users: HonestUsers,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<Readonly<Record<HonestKind, HonestResult>>> {
  const kinds = Object.keys(INTERVALS) as HonestKind[];
  const results = Object.fromEntries(
    kinds.map((kind) => [kind, { latencies: new Latencies(), failures: [] }]),
  ) as unknown as Record<HonestKind, HonestResult>;
  await Promise.all(
    kinds.map(async (kind, index) => {
      const { latencies, failures } = results[kind];
      // Not all at the same moment.
      await sleep(index * 300);
      for (let number = 0; !signal.aborted; number += 1) {
        const started = performance.now();
        const failure = await withPatience(patienceMs, CALLS[kind](users, number));
        const ms = performance.now() - started;
        latencies.add(ms);
        if (failure !== null) failures.push(failure);
        await sleep(Math.max(0, INTERVALS[kind] - ms), undefined, { signal }).catch(
          () => undefined,
        );
      }
    }),
  );
  return results;
}

/** Why a call failed, or null. */
async function withPatience(
  patienceMs: number,
  call: Promise<string | null>,
): Promise<string | null> {
  const timeout = new AbortController();
  const late = sleep(patienceMs, `no response within ${String(patienceMs)} ms`, timeout);
  const outcome = call.catch((error: unknown) => String(error));
  const first = await Promise.race([outcome, late]);
  timeout.abort();
  late.catch(() => undefined);
  return first;
}

type HonestCall = (users: HonestUsers, number: number) => Promise<string | null>;

const CALLS: Readonly<Record<HonestKind, HonestCall>> = {
  async publish({ publisher }, number) {
    const { user, page } = publisher;
    const settings = { ...page.settings, title: `Edition ${String(number)}` };
    const path = `/api/page/${String(page.ID)}`;
    const response = await user.browser.put(path, { ...inputOf(page), settings });
    if (response.status === 200) publisher.page = response.json() as Page;
    return failureOf(response);
  },

  async upload({ uploader: { browser }, image }) {
    const signed = await browser.post('/api/asset/upload/signature');
    if (signed.status !== 200) return failureOf(signed);
    const fields = Object.entries(signed.json() as Readonly<Record<string, string>>);
    const { body, headers } = multipart([
      ...fields.map(([name, value]) => ({ name, value })),
      { name: 'file', file: image, fileName: 'photo.jpg', type: 'image/jpeg' },
    ]);
    return failureOf(await browser.send('/api/asset/upload', { method: 'POST', body, headers }));
  },

  async import({ importers, archive }, number) {
    const user = importers[number % importers.length];
    if (user === undefined) return 'Nobody imports';
    const { body, headers } = multipart([
      { name: 'file', file: archive, fileName: 'site.zip', type: 'application/zip' },
    ]);
    const path = `/api/site/${String(user.account.primarySite.ID)}/archive`;
    return failureOf(await user.browser.send(path, { method: 'POST', body, headers }));
  },

  async 'sign in'({ emails, browser }, number) {
    await emails.signIn(browser(10 + number), `reader-${String(number)}@example.org`);
    return null;
  },

  async 'victim signs in'({ emails, victim }) {
    await emails.signIn(victim.browser, victim.email);
    return null;
  },
};

function failureOf({ status, text }: TestResponse): string | null {
  return status === 200 ? null : `${String(status)} ${text.slice(0, 200)}`;
}
