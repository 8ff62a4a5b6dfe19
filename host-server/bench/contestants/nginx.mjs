import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../httpClient.mjs';
import { freePort, startPinned, stopProcess, waitFor } from '../tools.mjs';

/** nginx as it is set up to be quick: one worker, files kept open, gzip made beforehand, no log. */
export async function startNginx(folder, page) {
  const port = await freePort();
  const root = join(folder, 'nginx');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), page.html);
  writeFileSync(join(root, 'index.html.gz'), page.gzip);
  const file = join(folder, 'nginx.conf');
  const headers = Object.entries(page.headers).map(
    ([name, value]) => `      add_header ${name} "${value.replaceAll('"', '\\"')}";`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder};`,
  );
  writeFileSync(
    file,
    `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  types { text/html html; }
${temporary.join('\n')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / {
      gzip_static on;
${headers.join('\n')}
    }
  }
}
`,
  );
  const child = startPinned('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const host = 'localhost';
  await waitFor(async () => (await ask(port, '/')).status === 200, 'nginx');
  return { name: 'nginx', port, host, path: '/', stop: () => stopProcess(child) };
}
