export type { Configuration } from './Configuration.ts';
export { isLocalHost, readConfiguration, type ConfigurationResult } from './readConfiguration.ts';
