import { request } from 'node:http';

/**
 * Sends a request to this machine and reads the whole response. Uses node:http instead of fetch,
 * because the Host header names the site.
 */
export function sendRequest(port, path, { method = 'GET', headers = {}, json } = {}) {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const sent = {
    ...headers,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers: sent, agent: false },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
