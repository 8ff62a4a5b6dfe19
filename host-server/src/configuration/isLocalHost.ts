import { isIPv4 } from 'node:net';

/**
 * Whether a host name or address (without port) always means this machine: `localhost` and its
 * subdomains, 127.0.0.0/8, and ::1 with or without brackets.
 */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}
