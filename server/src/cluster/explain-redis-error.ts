type Explanation = readonly [happened: string, advice: string];

const checkServer: Explanation = [
  'nothing accepts connections there',
  'Check host and port of REDIS_URL, that the server runs, and that it listens on this address',
];
const checkRoute: Explanation = [
  'it does not answer in time',
  'Check host and port of REDIS_URL and the firewalls between',
];
const unknownAuthority: Explanation = [
  'its certificate is from an authority that this machine does not know',
  "Set NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the service's environment, with the CA certificate of your provider",
];
const untrusted = (what: string): Explanation => [
  `its certificate ${what}`,
  'Use the host name that the certificate is for in REDIS_URL, or have the certificate renewed',
];
const wrongPassword: Explanation = [
  'it refuses user and password',
  'Check both in REDIS_URL, as redis://user:password@host, or redis://:password@host for a password alone; in a URL, characters such as @ : / # % are written as %40 %3A %2F %23 %25',
];
const inCluster: Explanation = [
  'it is in cluster mode, where the counts of one request lie on several servers',
  'Let REDIS_URL lead to a Redis without cluster mode',
];

/** By Node's code, or the first word of what Redis replies. */
const BY_CODE: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ['no such host is known', 'Check the host name in REDIS_URL'],
  EAI_AGAIN: [
    'the name server does not answer',
    'Check the network of this machine and the host name in REDIS_URL',
  ],
  ECONNREFUSED: checkServer,
  ETIMEDOUT: checkRoute,
  EHOSTUNREACH: checkRoute,
  ENETUNREACH: checkRoute,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted('is for another name'),
  CERT_HAS_EXPIRED: untrusted('has expired'),
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not offer encryption', 'Write redis:// in REDIS_URL'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['it does not offer encryption', 'Write redis:// in REDIS_URL'],
  NOAUTH: [
    'it wants a password',
    'Add it to REDIS_URL, as redis://:password@host or redis://user:password@host',
  ],
  WRONGPASS: wrongPassword,
  NOPERM: [
    'the user may not run a command that the service needs',
    'Allow it all commands on the keys and channels svc:*',
  ],
  MOVED: inCluster,
  ASK: inCluster,
  CROSSSLOT: inCluster,
  CLUSTERDOWN: inCluster,
  READONLY: ['it accepts no writes: it is a replica', 'Let REDIS_URL lead to the primary'],
  OOM: ['its memory is full', 'Raise maxmemory'],
  MISCONF: [
    'it cannot write its data to disk, and accepts no writes',
    'Free space there, or turn persistence off',
  ],
  LOADING: ['it is starting', 'Wait until it has read its data'],
};

const closed: Explanation = [
  'it ended the connection',
  'If it accepts encrypted connections only, write rediss:// in REDIS_URL; else see the log of the server',
];
const TIMEOUT = /timed out|in time/;

/** What is wrong with Redis and which setting helps, for the terminal and the log. Never the password. */
export function explainRedisError(error: unknown, url: string): string {
  const text = error instanceof Error ? error.message : '';
  const code = codeOf(error, text);
  const known = code === undefined ? undefined : BY_CODE[code];
  const [happened, advice] = known ?? (TIMEOUT.test(text) ? checkRoute : closed);
  return `Redis at ${serverOf(url)} cannot be used: ${happened}${code ? ` (${code})` : ''}. ${advice}.`;
}

/** Redis begins a refusal with a word in capitals. */
function codeOf(error: unknown, text: string): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return /^(?:-)?([A-Z]{3,})\b/.exec(text)?.[1];
}

function serverOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname || 'localhost'}:${port || '6379'}`;
}
