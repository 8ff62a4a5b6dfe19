/**
 * Fields that may be left out or undefined, which is the same in options. `Partial` does not permit
 * undefined in applications that compile with `exactOptionalPropertyTypes`.
 */
export type Optional<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };
