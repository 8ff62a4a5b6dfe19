export { iconPath, ICONS } from './icons.ts';
export type { Icon } from './icons.ts';
export { detectLink, LINK_PLATFORMS } from './platforms.ts';
export type { LinkPlatform } from './platforms.ts';
