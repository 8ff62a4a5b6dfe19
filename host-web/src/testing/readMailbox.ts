/**
 * Returns the sign-in link in the newest email to an address, from `/dev/mailbox`.
 *
 * @throws {Error} if there is none
 */
export async function signInLink(serverUrl: string, email: string): Promise<string> {
  const list = await (await fetch(`${serverUrl}/dev/mailbox`)).text();
  const entries = [...list.matchAll(/href="(\/dev\/mailbox\/[\w-]+)"([\s\S]*?)<\/a>/g)];
  const entry = entries.find(([, , text = '']) => text.includes(email));
  if (!entry?.[1]) throw new Error(`No email to ${email}`);
  const html = await (await fetch(`${serverUrl}${entry[1]}`)).text();
  const link = /https?:\/\/[^\s"'<&]*\/auth\/verify\?token=[\w-]+/.exec(html)?.[0];
  if (link === undefined) throw new Error(`No link in the email to ${email}`);
  return link;
}
