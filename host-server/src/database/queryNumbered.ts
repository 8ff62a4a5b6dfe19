import type { Knex } from 'knex';

/** A statement whose parameters are `$1`, `$2` and so on. It must not contain question marks. */
export interface NumberedStatement {
  readonly text: string;
  /**
   * With a name, each connection prepares it the first time, so the same name must always have the
   * same text.
   */
  readonly name?: string;
}

/**
 * Runs a statement as it is. Knex would search a text for its own placeholders each time, which takes
 * long if it has many parameters.
 *
 * @param values the parameters, which `pg` converts.
 * @returns the rows.
 * @throws the errors of `pg`, their messages prefixed by knex with the statement.
 */
export async function queryNumbered<Row>(
  knex: Knex,
  { text, name }: NumberedStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const statement = knex.raw<{ rows: Row[] }>(text);
  // Knex passes them to `pg` unchanged.
  const { rows } = await statement.options({ values, ...(name === undefined ? {} : { name }) });
  return rows;
}
