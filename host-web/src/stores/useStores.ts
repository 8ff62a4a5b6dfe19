import { createContext, useContext } from 'react';
import type { RootStore } from './RootStore.ts';

/** Holds the window's stores; `App` provides them. */
export const StoresContext = createContext<RootStore | null>(null);

/** The window's stores. @throws {Error} outside `App` */
export function useStores(): RootStore {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('useStores needs a StoresContext above it');
  return stores;
}
