/** How an edit came about; told to listeners of `onChange`. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo' | 'remote' | 'load';
