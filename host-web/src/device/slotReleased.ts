/** The event that a window gets when one of its tabs' storages for edits is free for other clients. */
export const SLOT_RELEASED = 'cobble-slot-released';
