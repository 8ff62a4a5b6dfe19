export type { ConformanceCase, ConformanceOptions } from './ConformanceCase.ts';
export { roomLogCases } from './roomLogCases.ts';
export type { RoomLogSubject } from './roomLogCases.ts';
export { roomStorageCases } from './roomStorageCases.ts';
export type { RoomStorageSubject } from './roomStorageCases.ts';
export { roomTransportCases } from './roomTransportCases.ts';
export type { ConformanceRoom, RoomTransportSubject } from './TransportTrial.ts';
