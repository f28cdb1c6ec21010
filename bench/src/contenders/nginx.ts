import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';
import { firstLineOf } from '../processes/versions.ts';
import { PLAIN_HEADERS, type Contender } from './contender.ts';

/** One nginx worker as a reverse proxy that buffers nothing and keeps its upstream connections. It keeps files by WebDAV. */
export const nginx: Contender = {
  name: 'nginx',
  describe() {
    const version = firstLineOf('nginx', ['-v']);
    return version === undefined
      ? { missing: 'nginx is not installed' }
      : { version: version.replace('nginx version: ', '') };
  },
  async start({ upstreamPort, folder, cpu }) {
    const port = await freePort();
    const config = join(folder, 'nginx.conf');
    writeFileSync(config, nginxConfig(port, upstreamPort, folder));
    const nginxProcess = start({
      command: 'nginx',
      args: ['-c', config, '-e', join(folder, 'nginx.err')],
      cpu,
      logFile: join(folder, 'nginx.log'),
    });
    return {
      port,
      headerSets: PLAIN_HEADERS,
      upload: { method: 'PUT', path: '/files/', headerSets: PLAIN_HEADERS, before: '', after: '' },
      process: nginxProcess,
      stop: () => nginxProcess.stop(),
    };
  },
};

function nginxConfig(port: number, upstreamPort: number, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};`,
  );
  return `daemon off;
master_process off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 15000; }
http {
  access_log off;
${temporary.join('\n')}
  tcp_nodelay on;
  keepalive_requests 100000000;
  upstream mock {
    server 127.0.0.1:${upstreamPort};
    keepalive 6000;
    keepalive_requests 100000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    client_max_body_size 10m;
    client_body_buffer_size 512k;
    location /files/ {
      root ${join(folder, 'dav')};
      client_max_body_size 1g;
      dav_methods PUT;
      create_full_put_path on;
    }
    location / {
      proxy_pass http://mock;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 300s;
    }
  }
}
`;
}
