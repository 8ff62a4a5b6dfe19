export { createApp, type CobbleApp, type CreateAppOptions } from './app/createApp.ts';
export {
  isLocalHost,
  readConfiguration,
  type Configuration,
  type ConfigurationResult,
} from './configuration/index.ts';
export { migrate, openDatabase } from './database/index.ts';
export { main, start, type RunningServer, type StartOptions } from './main.ts';
export { StartupError, type StartupErrorCode } from './shared/StartupError.ts';
