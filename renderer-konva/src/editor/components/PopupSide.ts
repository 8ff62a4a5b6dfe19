import { createContext } from 'react';

/** The side of a bar's buttons on which its popups open: away from the selection. */
export const PopupSide = createContext<'top' | 'bottom'>('bottom');
