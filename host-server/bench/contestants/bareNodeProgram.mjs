/** `node bareNodeProgram.mjs <port> <html> <gzip> <headers file>` */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , port, htmlFile, gzipFile, headersFile] = process.argv;
const html = readFileSync(htmlFile);
const gzip = readFileSync(gzipFile);
const rest = { ...JSON.parse(readFileSync(headersFile, 'utf8')), ETag: '"bare"' };

createServer((request, response) => {
  if (request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, rest);
    response.end();
    return;
  }
  const isGzip = request.headers['accept-encoding'] !== undefined;
  const body = isGzip ? gzip : html;
  response.writeHead(200, {
    ...rest,
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
