export type { Configuration } from './Configuration.ts';
export { isLocalHost } from './readConfiguration.ts';
export { readConfiguration, type ConfigurationResult } from './readConfiguration.ts';
