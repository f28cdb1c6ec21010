import { connect } from 'node:net';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 3000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'smtp:': 587,
  'smtps:': 465,
};

/** Whether something accepts TCP connections at the address. Nothing is sent; user and password are never shown. */
export function reach(what: string, address: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = Number(port) || (DEFAULT_PORTS[protocol] ?? 80);
  return new Promise((resolve) => {
    const socket = connect({ host, port: number });
    const settle = (state: Finding['state'], detail: string) => {
      socket.destroy();
      resolve({ state, what, detail: `${hostname}:${number} ${detail}` });
    };
    socket.setTimeout(TIMEOUT_MS, () => settle('failed', `does not answer within ${TIMEOUT_MS / 1000} s`));
    socket.once('connect', () => settle('ok', 'accepts connections'));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      settle('failed', `is not reachable (${error.code ?? error.name})`),
    );
  });
}
