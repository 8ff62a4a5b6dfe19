import type { EditorServices } from './EditorServices.ts';
import type { Notify } from './Notify.ts';
import { notify } from './toastNotice.tsx';

type AllServices = { readonly [Name in keyof Required<EditorServices>]: EditorServices[Name] };

/**
 * Reads each service of a host's object once. The object may be an instance of a class, with getters
 * and methods that spreading it would leave out.
 */
export function readServices(host: EditorServices = {}): EditorServices & {
  readonly notify: Notify;
} {
  const services = {
    uploads: host.uploads,
    publishing: host.publishing,
    preview: boundIn(host, 'preview'),
    fonts: host.fonts,
    preferences: host.preferences,
    storage: host.storage,
    notify: boundIn(host, 'notify') ?? notify,
    images: boundIn(host, 'images'),
    posts: boundIn(host, 'posts'),
    isSignedIn: host.isSignedIn,
  } satisfies AllServices;
  return services;
}

/**
 * A function in a host's object, which can be called without it: a method of its class is bound. A
 * function of its own stays the same, because the canvas paints again when it gets another one.
 */
export function boundIn<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): Owner[Name] {
  const value = owner[name];
  if (typeof value !== 'function' || Object.hasOwn(owner, name)) return value;
  return value.bind(owner) as Owner[Name];
}
