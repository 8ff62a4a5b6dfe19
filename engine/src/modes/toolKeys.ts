import type { NewBlock } from '../editor/Editor.ts';
import { addTool } from './addTool.ts';
import type { InputContext } from './InputContext.ts';

type Tool = (context: InputContext) => void;

const adds =
  (block: Pick<NewBlock, 'type' | 'content'>): Tool =>
  (context) => {
    addTool(context, block);
  };

/** Keys of the tools: they add a block where the pointer is, or enter a mode. */
const TOOLS: Readonly<Record<string, Tool>> = {
  v: (context) => {
    context.setTypewriter(false);
  },
  t: adds({ type: 'text' }),
  n: adds({ type: 'sticky-note' }),
  r: adds({ type: 'shape', content: { shapeType: 'rectangle' } }),
  o: adds({ type: 'shape', content: { shapeType: 'oval' } }),
  d: ({ host }) => {
    host.startDrawing();
  },
};

/** Whether a key's name is a tool's. */
export function isToolKey(name: string): boolean {
  return Object.hasOwn(TOOLS, name);
}

/** Takes the tool of a key's name up; false when it is none. */
export function takeTool(context: InputContext, name: string): boolean {
  if (!isToolKey(name)) return false;
  TOOLS[name]?.(context);
  return true;
}
