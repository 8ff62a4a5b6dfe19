/**
 * An object type without its index signature, so that a wrong field is an error: at every depth, in
 * lists, tuples and records too. A record keeps its own index signature. An object type that has none
 * stays as it is, with all that it contains.
 */
export type Named<Value> = Value extends readonly unknown[]
  ? NamedItems<Value>
  : Value extends object
    ? string extends keyof Value
      ? keyof NamedFields<Value> extends never
        ? { [Key in keyof Value]: Named<Value[Key]> }
        : NamedFields<Value>
      : Value
    : Value;
type NamedFields<Value extends object> = {
  readonly [
    Key in keyof Value as string extends Key ? never : number extends Key ? never : Key
  ]: Named<Value[Key]>;
};
/** `Named<Item>[]`, unlike a mapped type, lets the compiler stop at a type that contains itself. */
type NamedItems<List extends readonly unknown[]> = List[number][] extends List
  ? List extends unknown[]
    ? Named<List[number]>[]
    : readonly Named<List[number]>[]
  : { [Index in keyof List]: Named<List[Index]> };
