import { join } from 'node:path';

/**
 * The configuration of an nginx in front of several servers. docs/operations.md shows what it has for
 * them; a test compares both.
 *
 * @param {object} options
 * @param {string} options.folder absolute path for its own files
 * @param {number} options.port where it listens
 * @param {readonly number[]} options.servers their ports
 */
export function nginxConfiguration({ folder, port, servers }) {
  // One request that gets 503, such as for a busy database, must not keep all others from a server.
  const [first, ...others] = servers.map((each) => `127.0.0.1:${each} max_fails=0`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, 'nginx')};`,
  );
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
${temporary.join('\n')}

  upstream cobble {
    server ${[first, ...others].join(';\n    server ')};
  }
  # Each server shows the emails that it has sent itself at /dev/mailbox. With a mail server, leave this out.
  upstream emails {
    server ${[first, ...others.map((each) => `${each} backup`)].join(';\n    server ')};
  }
  map $http_upgrade $connection_header {
    default upgrade;
    "" "";
  }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_header;
    proxy_next_upstream error timeout http_503;
    proxy_next_upstream_timeout 5s;
    proxy_connect_timeout 2s;
    client_max_body_size 0;
    proxy_request_buffering off;
    location / { proxy_pass http://cobble; }
    location ~ ^/(dev|api/auth)/ { proxy_pass http://emails; }
  }
}
`;
}
