/** SVG path data of a star in a box of 24 by 24, for the page and the canvas. */
export const STAR = 'M12 1.6l3.1 6.6 7.2 1-5.3 5 1.3 7.2-6.3-3.5-6.3 3.5L7 14.2l-5.3-5 7.2-1z';
