import { createContext, useContext } from 'react';
import type { RootStore } from './RootStore.ts';

/** Provides the stores; set by `App`. */
export const StoresContext = createContext<RootStore | null>(null);

/** Returns the stores. @throws {Error} outside `App` */
export function useStores(): RootStore {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('useStores needs a StoresContext above it');
  return stores;
}
