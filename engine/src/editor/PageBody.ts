import type { Page } from '../model/Page.ts';

/** What makes up a page beside its name, its owner and who may see it. */
export type PageBody = Pick<Page, 'settings' | 'style' | 'things'>;
