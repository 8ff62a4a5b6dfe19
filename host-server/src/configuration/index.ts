export type { Configuration } from './Configuration.ts';
export { isLocalHost } from './isLocalHost.ts';
export { readConfiguration, type ConfigurationResult } from './readConfiguration.ts';
