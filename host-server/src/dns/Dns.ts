/** DNS lookups. They follow aliases, as browsers do. */
export interface Dns {
  /**
   * The TXT records of a name; empty when there are none or the name does not exist.
   *
   * @throws when no DNS server responds.
   */
  texts(name: string): Promise<readonly string[]>;
  /**
   * The network addresses of a name; empty when there are none or the name does not exist.
   *
   * @throws when no DNS server responds.
   */
  addresses(name: string): Promise<readonly string[]>;
}
