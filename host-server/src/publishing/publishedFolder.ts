import { join } from 'node:path';

/** Where open pages lie as files; it is there once a server has served from the data folder. */
export const publishedFolder = (dataFolder: string): string => join(dataFolder, 'published');
