/** A field or file of a form. */
export type Part =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly file: Buffer;
      readonly fileName: string;
      readonly type?: string;
    };

/** Builds a multipart/form-data body by hand, so that tests can send what a browser would not. */
export function multipart(parts: readonly Part[]): {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
} {
  const boundary = 'cobble-test-boundary';
  const chunks: Buffer[] = [];
  for (const part of parts) {
    const isFile = 'file' in part;
    const fileName = isFile ? `; filename="${part.fileName}"` : '';
    const type = isFile ? `Content-Type: ${part.type ?? 'image/png'}\r\n` : '';
    chunks.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${fileName}\r\n${type}\r\n`,
      ),
      isFile ? part.file : Buffer.from(part.value),
      Buffer.from('\r\n'),
    );
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    body: Buffer.concat(chunks),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}
