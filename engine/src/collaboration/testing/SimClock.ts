export { ManualClock as SimClock } from '../../../../scripts/testing/manualClock.mjs';
