/** An object type without its index signature, at every depth, so that a wrong field is an error. */
export type Named<Value> = Value extends object
  ? string extends keyof Value
    ? keyof NamedFields<Value> extends never
      ? Value
      : NamedFields<Value>
    : Value
  : Value;
type NamedFields<Value extends object> = {
  readonly [
    Key in keyof Value as string extends Key ? never : number extends Key ? never : Key
  ]: Named<Value[Key]>;
};
