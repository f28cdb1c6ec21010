/**
 * The walls between folders, as data. The lint plugin beside this file enforces it in the editor and in `npm run check`,
 * a test holds it against the folders that exist. A new folder needs a row here first.
 */
export interface Folder {
  readonly name: string;
  /** Folder from the repository root, without a trailing slash. The longest match owns a file. */
  readonly path: string;
  /** The specifier other folders import. Null: nobody imports this folder. */
  readonly entryPoint: string | null;
  /** Names of folders whose entry points this one may import, or everything. */
  readonly mayImport: readonly string[] | 'everything';
  /** Folders of which only types may be imported. */
  readonly typesOnly?: readonly string[];
  /** The only packages this folder may import, Node's own included. Absent: any the workspace lists. */
  readonly packages?: readonly string[];
  /** Folders that may import it import its files, relatively. An entry point would load all of them, and the browser loads a page at a time. */
  readonly isOpen?: true;
  /** The folders in it do not import each other. */
  readonly isApart?: true;
}

/** Each feature may import the ones before it. News that must travel the other way goes through the store. */
export const FEATURE_ORDER = [
  'listing',
  'audit',
  'module',
  'mail',
  'organization',
  'spend-limits',
  'groups',
  'workspaces',
  'permissions',
  'keys',
  'models',
  'oauth',
  'code-telemetry',
  'request-records',
  'billing',
  'rate-limits',
  'reports',
  'tunnels',
  'conversation',
  'chat',
  'messages',
  'embeddings',
  'compat',
  'openapi',
  'domains',
  'console-auth',
  'single-sign-on',
  'mutations',
  'operators',
  'directory',
  'webhooks',
  'inference-hook',
  'files',
  'batches',
  'prompt-templates',
  'agents',
  'plugins',
  'prompt-tools',
  'provisioning',
  'managed-organizations',
  'sign-up',
  'queues',
  'deployment-state',
  'engine-inspection',
  'traffic',
  'margins',
  'deployment-health',
  'resealing',
  'pages',
];

const FOUNDATION = [
  'contract',
  'kit',
  'threads',
  'sealing',
  'config',
  'store',
  'leases',
  'jobs',
  'events',
  'cluster',
  'blobs',
  'content',
  'engine',
  'exchange',
];
const FEATURES = FEATURE_ORDER.map((name) => `features/${name}`);

/** Each may import the ones before it. */
const CONSOLE_ORDER = ['strings', 'api', 'ui', 'shell', 'resources', 'pages'].map(
  (name) => `console/${name}`,
);

function consoleFolder(name: string, mayImport: readonly string[]): Folder {
  return {
    name,
    path: name.replace('console', 'console/src'),
    entryPoint: null,
    mayImport: ['sdk', ...mayImport],
    typesOnly: ['contract'],
  };
}

function serverFolder(
  name: string,
  mayImport: Folder['mayImport'],
  typesOnly: readonly string[] = [],
): Folder {
  return { name, path: `server/src/${name}`, entryPoint: `#${name}`, mayImport, typesOnly };
}

export const FOLDERS: readonly Folder[] = [
  { name: 'contract', path: 'contract/src', entryPoint: '@svc/contract', mayImport: [], packages: ['zod'] },
  // Published. It has the protocol in a folder of its own, which the server's side of a tunnel speaks too.
  {
    name: 'tunnel-protocol',
    path: 'connector/src/protocol',
    entryPoint: '@svc/connector/protocol',
    mayImport: [],
    packages: ['ws'],
  },
  { name: 'connector', path: 'connector', entryPoint: null, mayImport: ['tunnel-protocol'] },
  serverFolder('kit', ['contract']),
  serverFolder('threads', []),
  serverFolder('sealing', ['contract', 'kit']),
  serverFolder('config', ['contract', 'kit']),
  serverFolder('catalog', [], ['contract', 'config']),
  serverFolder('store', ['contract', 'kit'], ['config']),
  serverFolder('leases', ['kit', 'store']),
  serverFolder('jobs', ['contract', 'kit', 'leases', 'store']),
  serverFolder('events', ['contract', 'kit', 'store', 'jobs']),
  serverFolder('blobs', ['contract', 'kit', 'threads', 'sealing'], ['config']),
  serverFolder('backup', ['kit', 'config', 'store', 'blobs']),
  serverFolder('content', ['contract', 'kit']),
  serverFolder('engine', ['contract', 'kit', 'threads'], ['config']),
  serverFolder('exchange', ['contract', 'kit'], ['config', 'engine']),
  serverFolder('reply', ['contract', 'kit', 'threads', 'engine'], ['exchange']),
  serverFolder('server-tools', ['contract', 'kit', 'config', 'content'], ['engine', 'exchange', 'reply']),
  serverFolder('cluster', ['contract', 'kit'], ['engine']),
  serverFolder('telemetry', ['contract', 'kit', 'exchange'], ['config', 'engine']),
  ...FEATURES.map((name, position) =>
    serverFolder(name, [
      ...FOUNDATION,
      ...FEATURES.slice(0, position),
      ...(name === 'features/tunnels' ? ['tunnel-protocol'] : []),
      ...(name === 'features/engine-inspection' ? ['catalog'] : []),
    ]),
  ),
  serverFolder(
    'pipelines',
    ['contract', 'kit', 'threads', 'config', 'engine', 'exchange', 'reply', ...FEATURES],
    ['store'],
  ),
  serverFolder('http', ['contract', 'kit', 'config', 'exchange', 'pipelines']),
  serverFolder('control', ['kit']),
  serverFolder('cli', 'everything'),
  // Puts the folders together.
  serverFolder('platform', 'everything'),
  { name: 'main', path: 'server/src', entryPoint: null, mayImport: 'everything' },
  { name: 'test-kit', path: 'server/test-kit', entryPoint: '#test-kit', mayImport: 'everything' },
  { name: 'server tests', path: 'server/test', entryPoint: null, mayImport: 'everything' },
  // Its entry point is the scripted engine and the grammars of streams, which the server's tests share; the suite itself is nobody's to import.
  {
    name: 'conformance',
    path: 'conformance',
    entryPoint: '@svc/conformance/upstream',
    mayImport: ['contract'],
  },
  { name: 'bench', path: 'bench', entryPoint: null, mayImport: [] },
  // Published: it runs in browsers and on any platform, and needs nothing there.
  { name: 'sdk', path: 'sdk/src', entryPoint: '@svc/sdk', mayImport: [], packages: [] },
  // Runs in browsers. What it knows of the contract are types, which the build drops: its data come over HTTP like anybody's.
  ...CONSOLE_ORDER.map((name, position): Folder => ({
    ...consoleFolder(name, CONSOLE_ORDER.slice(0, position)),
    isOpen: true,
    ...(name === 'console/pages' ? { isApart: true } : {}),
  })),
  // The routes, and what starts them.
  consoleFolder('console', CONSOLE_ORDER),
  // In a browser, at a service of the test kit's.
  { name: 'console tests', path: 'console/test', entryPoint: null, mayImport: 'everything' },
  { name: 'console build', path: 'console', entryPoint: null, mayImport: 'everything' },
  {
    name: 'site search',
    path: 'site/search',
    entryPoint: '#search',
    mayImport: [],
    packages: ['minisearch'],
  },
  // Runs in browsers, without the contract: what it knows of the API is its description.
  {
    name: 'site',
    path: 'site/browser',
    entryPoint: null,
    mayImport: ['site search'],
    packages: ['minisearch'],
  },
  { name: 'site build', path: 'site', entryPoint: null, mayImport: 'everything' },
  { name: 'static build', path: 'scripts/static-build', entryPoint: null, mayImport: [] },
  { name: 'scripts', path: 'scripts', entryPoint: null, mayImport: 'everything' },
];

/** Something only a few files may do. Paths are files or folders from the repository root; `*` stands for one path segment. */
export interface Privilege {
  /** What only these files may do or use, for ARCHITECTURE.md. */
  readonly what: string;
  readonly why: string;
  readonly paths: readonly string[];
}

/** Privileges bind the contract and the server. Tests, the test kit and the tools around the server are free. */
export const PRIVILEGES = {
  environment: {
    what: '`process.env`',
    why: 'process.env is read in the config folder only: every setting has one reader, one default and one check.',
    paths: ['server/src/config'],
  },
  clock: {
    what: 'the time of day',
    why: 'The time of day comes from the Clock of #kit only, so that tests can move it; measure durations with performance.now().',
    paths: [
      'server/src/kit/clock.ts',
      'server/src/kit/log.ts',
      // Node writes the machine's time into every other response.
      'server/src/kit/http-date.ts',
    ],
  },
  sql: {
    what: 'SQL',
    why: "SQL lives in the store folder and in a feature's store.ts only: whoever looks for a query knows where it is.",
    paths: [
      'server/src/store',
      'server/src/leases/store',
      'server/src/jobs/store',
      'server/src/events/store',
      'server/src/features/*/store.ts',
      'server/src/features/*/store',
    ],
  },
  driver: {
    what: 'database drivers',
    why: 'Database drivers are opened in the store and cluster folders only; other folders get a Store or SharedCounters.',
    paths: ['server/src/store', 'server/src/cluster'],
  },
  schedule: {
    what: 'intervals, and listening to the test clock',
    why: 'Periodic work is a PeriodicJob of the Scheduler in #jobs: one run at a time, in order after the test clock, stopped before what it works on.',
    paths: [
      'server/src/jobs',
      // Of the whole process, without a clock.
      'server/src/kit/line-buffer.ts',
      // Watch over streams, which go on while the scheduler stops.
      'server/src/engine',
      'server/src/exchange/keep-alive.ts',
      'server/src/http/close-gracefully.ts',
      'server/src/http/stalled-readers.ts',
      // In a process of its own.
      'server/src/content/reader/watchdog-worker.ts',
    ],
  },
  outbound: {
    what: 'outgoing connections',
    why: 'Connections leave through engine/upstreams and kit/outbound only, where targets are checked.',
    paths: [
      'server/src/engine/upstreams',
      'server/src/kit/outbound',
      // Closes the network in the process that reads documents.
      'server/src/content/reader/isolate-process.ts',
      // To the operator's mail server, which no request can name.
      'server/src/features/mail/mail-server.ts',
      // To the operator's bucket, which no request can name.
      'server/src/blobs/s3',
      // To the operator's virus scanner, which no request can name.
      'server/src/features/files/scanner/clamd-connection.ts',
      // To the operator's collector of traces, which no request can name.
      'server/src/telemetry/traces/otlp-collector.ts',
      // To other nodes of the deployment, at the addresses that they wrote down.
      'server/src/features/tunnels/calls/remote-calls.ts',
      'server/src/control',
      'server/src/cli/doctor',
    ],
  },
} as const satisfies Record<string, Privilege>;

export type PrivilegeName = keyof typeof PRIVILEGES;

/** Packages whose values need a privilege. Importing their types needs none. */
export const PRIVILEGED_PACKAGES: Readonly<Record<string, PrivilegeName>> = {
  kysely: 'sql',
  pg: 'driver',
  ioredis: 'driver',
  '@electric-sql/pglite': 'driver',
  undici: 'outbound',
  nodemailer: 'outbound',
  '@aws-sdk/client-s3': 'outbound',
};

/** Members of Node's own modules that open a connection. The same modules' servers and types are free. */
export const CONNECTING_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'node:net': ['connect', 'createConnection', 'Socket'],
  'node:tls': ['connect'],
  'node:http': ['request', 'get', 'Agent', 'ClientRequest'],
  'node:https': ['request', 'get', 'Agent'],
  'node:http2': ['connect'],
  'node:dgram': ['createSocket'],
};

export const CONNECTING_GLOBALS: readonly string[] = ['fetch', 'WebSocket', 'EventSource'];

/** Kysely's query openers: calling one writes SQL. */
export const QUERY_OPENERS: readonly string[] = [
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
];
