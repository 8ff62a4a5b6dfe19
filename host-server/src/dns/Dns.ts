/** What the names of the world lead to. Every lookup follows aliases, as browsers do. */
export interface Dns {
  /**
   * The texts of a name, each whole; none where there are none or no such name.
   *
   * @throws when nobody knows just now: silence is no answer.
   */
  texts(name: string): Promise<readonly string[]>;
  /**
   * The network addresses of a name; none where there are none or no such name.
   *
   * @throws when nobody knows just now.
   */
  addresses(name: string): Promise<readonly string[]>;
}
