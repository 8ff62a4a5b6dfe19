import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendRequest } from '../httpClient.mjs';
import { freePort, startPinned, stopProcess, waitFor } from '../tools.mjs';

/** nginx configured for speed: one worker, files kept open, precompressed gzip, no access log. */
export async function startNginx(folder, page) {
  const root = join(folder, 'nginx');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), page.html);
  writeFileSync(join(root, 'index.html.gz'), page.gzip);
  const headers = Object.entries(page.headers).map(
    ([name, value]) => `      add_header ${name} "${value.replaceAll('"', '\\"')}";`,
  );
  const run = await runNginx(folder, 'nginx', {
    http: `
  tcp_nopush on;
  open_file_cache max=100;
  types { text/html html; }`,
    server: `
    root ${root};
    location / {
      gzip_static on;
${headers.join('\n')}
    }`,
  });
  const host = 'localhost';
  await waitFor(async () => (await sendRequest(run.port, '/')).status === 200, 'nginx');
  return { name: 'nginx', host, path: '/', ...run };
}

/**
 * nginx in front of Cobble, on the same processor, configured as in docs/decisions/0101, with files
 * kept open and without WebSockets and `X-Forwarded-For`: it caches public responses for a second.
 */
export async function startNginxInFront(folder, cobble) {
  const run = await runNginx(folder, 'front', {
    http: `
  proxy_cache_path ${join(folder, 'front-cache')} keys_zone=pages:10m max_size=1g use_temp_path=off;
  open_file_cache max=1000;
  map $upstream_http_cache_control $is_private {
    "public, max-age=0, must-revalidate" 0;
    default 1;
  }
  upstream cobble {
    server 127.0.0.1:${cobble.port};
    keepalive 16;
  }`,
    server: `
    location / {
      proxy_pass http://cobble;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_cache pages;
      proxy_cache_key $http_host$request_uri;
      proxy_ignore_headers Cache-Control;
      proxy_cache_valid 200 1s;
      proxy_no_cache $is_private;
    }`,
  });
  const { host, path } = cobble;
  const visit = () => sendRequest(run.port, path, { headers: { Host: host } });
  await waitFor(async () => (await visit()).status === 200, 'nginx in front of Cobble');
  return { name: 'in front', host, path, ...run, pids: [...run.pids, ...cobble.pids] };
}

async function runNginx(folder, name, { http, server }) {
  const port = await freePort();
  const ownFolder = join(folder, `${name}-own`);
  mkdirSync(ownFolder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `  ${each}_temp_path ${ownFolder};`,
  );
  const file = join(ownFolder, 'nginx.conf');
  writeFileSync(
    file,
    `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(ownFolder, 'nginx.pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 100000000;
${temporary.join('\n')}${http}
  server {
    listen 127.0.0.1:${port};${server}
  }
}
`,
  );
  const child = startPinned('nginx', ['-c', file, '-p', ownFolder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { port, pids: [child.pid], stop: () => stopProcess(child) };
}
