import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { require, type Proof } from '../proof.ts';
import { cloneCheckout } from '../clone-checkout.ts';

/** Programs of services and browsers, as patterns of the shell. */
const HIDDEN_PROGRAMS = [
  'psql',
  'pg_*',
  'postgres',
  'pgbouncer',
  'redis-*',
  'valkey-*',
  'chromium*',
  'google-chrome*',
  'firefox*',
  'clam*',
  'promtool',
  'prometheus',
  'nats-server',
  'mosquitto*',
  'systemd-analyze',
];

/**
 * Turns the namespaces of `unshare` into a machine that has an operating system, npm and nothing else: programs are removed from a
 * layer over `/usr`, the sockets of services are out of sight with `/run`, and their ports with the network. The shell stays: it is the
 * process of the namespace that reaps what tests leave behind.
 */
const SCRIPT = `set -e
ip link set lo up
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work"
mount -t overlay overlay -o "lowerdir=/usr,upperdir=$1/upper,workdir=$1/work" /usr
for folder in bin sbin local/bin local/sbin; do
  for pattern in ${HIDDEN_PROGRAMS.map((pattern) => `'${pattern}'`).join(' ')}; do
    rm -f /usr/$folder/$pattern
  done
done
rm -rf /usr/lib/postgresql /usr/lib/chromium
mount -t tmpfs tmpfs /run
npm test`;

const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];

/** `npm test` of the committed state in a fresh clone, where there is no service, no browser and no network. */
export const proveBareRoot: Proof = {
  name: 'bare-root',
  summary: 'npm test passes in a fresh clone on a machine without services, browsers and network (Linux)',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bare-root-'));
    try {
      const [clone, home, temporary, layer] = ['clone', 'home', 'tmp', 'layer'].map((name) =>
        join(folder, name),
      ) as [string, string, string, string];
      for (const path of [home, temporary, layer]) await mkdir(path);
      await cloneCheckout(clone);
      const child = spawn(
        'unshare',
        [
          ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
          ...NAMESPACES,
          'sh',
          '-c',
          SCRIPT,
          'sh',
          layer,
        ],
        {
          cwd: clone,
          // Nothing else of the environment: it may name services.
          env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: home, TMPDIR: temporary },
          stdio: 'inherit',
        },
      );
      const [code] = (await once(child, 'exit')) as [number | null];
      require(code === 0, `npm test ended with ${code}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
