import { createContext } from 'react';

/** On which side of their buttons the popups of a bar open: away from what they work on. */
export const PopupSide = createContext<'top' | 'bottom'>('bottom');
