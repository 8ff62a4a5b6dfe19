export * from './BlockDefinition.ts';
export * from './builtinBlocks.ts';
