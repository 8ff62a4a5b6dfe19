import { createContext } from 'react';

/** The side of its buttons on which a bar's popups open: away from the selection. */
export const PopupSide = createContext<'top' | 'bottom'>('bottom');
