export { countJson, JsonCounter } from './countJson.ts';
export type { JsonCount } from './countJson.ts';
export type { PageProblemCode } from './pageProblem.ts';
export type { KitWarning } from './readKitBlocks.ts';
export { parsePage, safeParsePage } from './parsePage.ts';
export type { ParsePageOptions } from './parsePage.ts';
