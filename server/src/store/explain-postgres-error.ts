import { DatabaseError } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { codeOf } from './store-unavailable.ts';

/** What happened, with a subject of its own, and what to do about it. */
type Explanation = readonly [happened: string, advice: string];
type Explain = (address: PostgresAddress, error: unknown) => Explanation;

const MAX_QUOTED_CHARACTERS = 200;
const NO_ENCRYPTION = /no encryption|SSL off|SSL(?:\/TLS)? (?:is )?required|sslmode|insecure connection/i;

const checkServer: Explain = ({ setting }) => [
  'nothing accepts connections there',
  `Check host and port of ${setting}, that the server runs, and that it listens on this address`,
];
const checkRoute: Explain = ({ setting }) => [
  'it does not answer in time',
  `Check host and port of ${setting} and the firewalls between; for a server far away add connect_timeout=10 to the URL`,
];
const unknownAuthority: Explain = ({ setting }) => [
  'its certificate is from an authority that this machine does not know',
  `Add sslrootcert=/path/to/ca.pem to ${setting}, with the CA certificate of your provider; or sslmode=no-verify, which encrypts without checking whom it talks to`,
];
const untrustedCertificate = (what: string): Explain => {
  return ({ setting }) => [
    `its certificate ${what}`,
    `Use the host name that the certificate is for in ${setting}, have the server's certificate renewed, or add sslmode=no-verify, which encrypts without checking whom it talks to`,
  ];
};
const restarting: Explain = () => ['it is starting or shutting down', 'Wait until it accepts connections'];
const wrongPassword: Explain = ({ setting, user }) => [
  `it refuses the password of the user ${user}`,
  `Check user and password of ${setting}; in a URL, characters such as @ : / # % are written as %40 %3A %2F %23 %25`,
];
/** A server says so of every connection without encryption that no rule of its lets in. */
const withoutEncryption: Explain = ({ setting, user, database }) => [
  `it does not let the user ${user} connect to the database ${database} without encryption`,
  `Add sslmode=require to ${setting}, and sslrootcert=/path/to/ca.pem if its certificate is from a private authority; or let the server's rules (pg_hba.conf, the allowed networks of your provider) accept this machine`,
];

/** By SQLSTATE, or the code of Node's error. */
const BY_CODE: Readonly<Record<string, Explain>> = {
  ENOTFOUND: ({ setting }) => ['no such host is known', `Check the host name in ${setting}`],
  EAI_AGAIN: ({ setting }) => [
    'the name server does not answer',
    `Check the network of this machine and the host name in ${setting}`,
  ],
  ECONNREFUSED: checkServer,
  ENOENT: ({ setting }, error) => [`${pathOf(error)} does not exist`, `Correct the path in ${setting}`],
  EACCES: ({ setting }, error) => [
    `${pathOf(error)} may not be read`,
    `Let the user of this process read it, or correct the path in ${setting}`,
  ],
  ETIMEDOUT: checkRoute,
  EHOSTUNREACH: checkRoute,
  ENETUNREACH: checkRoute,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: untrustedCertificate('is for another name'),
  CERT_HAS_EXPIRED: untrustedCertificate('has expired'),
  '28P01': wrongPassword,
  '28000': (address, error) =>
    NO_ENCRYPTION.test(textOf(error))
      ? withoutEncryption(address, error)
      : [
          `it does not let the user ${address.user} connect to the database ${address.database} from this machine`,
          `Check user and database of ${address.setting}, and the server's rules for this address (pg_hba.conf, or the allowed networks of your provider)`,
        ],
  '3D000': ({ setting, user, database }) => [
    `it has no database ${database}`,
    `Create it with: create database ${database} owner ${user}; or correct the name in ${setting}`,
  ],
  '53300': ({ setting }) => [
    'it has no free connection',
    `Each process uses up to 12: raise max_connections, stop other clients, or let ${setting} lead through a pooler`,
  ],
  '42501': ({ user, database }) => [
    `the user ${user} may not create tables in the database ${database}`,
    `Make it the owner with: alter database ${database} owner to ${user}`,
  ],
  '53100': () => ['its disk is full', 'Free or add space'],
  '53200': () => ['it is out of memory', 'Lower its max_connections or work_mem, or add memory'],
  '57P01': restarting,
  '57P02': restarting,
  '57P03': restarting,
  '57014': () => ['a statement took longer than its limit', 'Look for long locks or a busy server'],
  '25006': ({ setting }) => [
    'it accepts no writes: it is a standby, or set to read-only',
    `Let ${setting} lead to the primary`,
  ],
  '08P01': ({ setting }) => [
    'what answers there, often a pooler, refuses the connection',
    `Check that user, password and database of ${setting} are known to it, and that it reaches its server`,
  ],
};

/** Where the client says it in words only. */
const BY_TEXT: readonly (readonly [RegExp, Explain])[] = [
  [NO_ENCRYPTION, withoutEncryption],
  [
    /does not support SSL/,
    ({ setting }) => [
      'it does not offer encryption',
      `Remove sslmode from ${setting}, or set ssl = on in the server's configuration`,
    ],
  ],
  [/timeout|timed out/i, checkRoute],
  [/password|SASL|SCRAM/, wrongPassword],
];

const lost: Explain = ({ setting }) => [
  'it ended the connection',
  `Check the log of the server; what answers there may not be PostgreSQL, or accept encrypted connections only (sslmode=require in ${setting})`,
];

/** One text for the terminal and the log. Never the password, nor what a statement held. */
export function explainPostgresError(error: unknown, address: PostgresAddress): string {
  const [happened, advice] = explanationOf(error)(address, error);
  const code = codeOf(error);
  return `PostgreSQL at ${address.server} cannot be used: ${happened}${code ? ` (${code}${quoted(error)})` : ''}. ${advice}.`;
}

function explanationOf(error: unknown): Explain {
  const text = textOf(error);
  const byText = BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
  // A pooler has one code for most of what it refuses.
  const code = codeOf(error) ?? '';
  return (code === '08P01' ? byText : undefined) ?? BY_CODE[code] ?? byText ?? lost;
}

/** What a pooler says: its code says nothing. It refuses before there is a statement it could quote. */
function quoted(error: unknown): string {
  if (!(error instanceof DatabaseError) || error.code !== '08P01') return '';
  return `: ${error.message.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, MAX_QUOTED_CHARACTERS)}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function pathOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).path ?? 'A file';
}
