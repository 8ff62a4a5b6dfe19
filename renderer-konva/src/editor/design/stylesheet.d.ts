/** The type of `@cobble/renderer-konva/editor.css`: importing it has an effect and no value. */
export {};
