import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, type Clock } from '../shared/clock.ts';

/**
 * How long a permission to upload is valid: four hours. Clients request a new one after 13,800,000
 * ms, ten minutes earlier.
 */
export const UPLOAD_SIGNATURE_MS = 14_400_000;

/** A permission for one account to upload until a time. */
export interface UploadSignature {
  /** Milliseconds since 1970. */
  readonly expiration: string;
  /** Signs the expiration. */
  readonly signature: string;
  /** Signs the account and the expiration. */
  readonly accountSignature: string;
}

/** Signs and verifies permissions to upload. */
export class UploadSigner {
  private readonly secret: Buffer;
  private readonly clock: Clock;

  constructor(secret: Buffer, clock: Clock) {
    this.secret = secret;
    this.clock = clock;
  }

  sign(accountId: number): UploadSignature {
    const expiration = String(after(this.clock(), UPLOAD_SIGNATURE_MS).getTime());
    return { expiration, ...this.signaturesOf(accountId, expiration) };
  }

  /** Whether the fields are a permission of this account that has not expired. */
  isValid(accountId: number, given: Partial<Record<string, string>>): boolean {
    const { expiration = '', signature = '', accountSignature = '' } = given;
    if (!/^\d{1,16}$/.test(expiration) || Number(expiration) < this.clock().getTime()) return false;
    const expected = this.signaturesOf(accountId, expiration);
    const same = isEqual(signature, expected.signature);
    return isEqual(accountSignature, expected.accountSignature) && same;
  }

  private signaturesOf(
    accountId: number,
    expiration: string,
  ): Pick<UploadSignature, 'signature' | 'accountSignature'> {
    return {
      signature: this.hmac(`upload ${expiration}`),
      accountSignature: this.hmac(`upload ${expiration} account ${String(accountId)}`),
    };
  }

  private hmac(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
