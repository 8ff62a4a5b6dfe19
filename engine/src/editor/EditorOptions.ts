import type { Kit } from '../blocks/index.ts';
import type { Page } from '../model/Page.ts';
import type { Permissions } from '../permissions/Permissions.ts';
import type { Environment } from './environment.ts';

/** Options of `createEditor`. */
export interface EditorOptions {
  readonly page: Page;
  readonly kits?: readonly Kit[];
  readonly permissions?: Permissions;
  /** The most blocks that the owner's plan allows (sections count too); null is unlimited. */
  readonly maxBlocks?: number | null;
  readonly environment?: Partial<Environment>;
}
