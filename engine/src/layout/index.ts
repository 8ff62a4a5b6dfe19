export { clustersOf } from './clustersOf.ts';
export type { FlowBox } from './FlowBox.ts';
export { flowBoxOf, flowOf, flowOfBoxes, quarterPx } from './flowOf.ts';
export type { Flow, FlowBand, FlowOptions } from './flowOf.ts';
export { idsInOrder } from './idsInOrder.ts';
export { gridOf } from './gridOf.ts';
export type { FlowGrid, FlowPlace, FlowTrack } from './gridOf.ts';
export { phoneFlow } from './phoneFlow.ts';
export type { PhoneFlowOptions } from './phoneFlow.ts';
export type {
  FlowCluster,
  FlowHidden,
  FlowHold,
  FlowNode,
  FlowPlaced,
  FlowRow,
  FlowStack,
} from './FlowNode.ts';
export { applyReadingOrder, readingOrder, readingOrderOf } from './readingOrder.ts';
export { splitByGaps } from './splitByGaps.ts';
