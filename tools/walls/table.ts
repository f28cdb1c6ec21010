/**
 * The walls between rooms, as data. The lint plugin beside this file enforces it in the editor and in `npm run check`,
 * a test holds it against the folders that exist. A new room is a new row here before it is a folder.
 */
export interface Room {
  readonly name: string;
  /** Folder from the repository root, without a trailing slash. The longest match owns a file. */
  readonly folder: string;
  /** The specifier other rooms import. Null: nobody imports this room. */
  readonly door: string | null;
  /** Names of rooms whose doors this one may import, or everything. */
  readonly mayImport: readonly string[] | 'everything';
  /** Rooms of which only types may be imported. */
  readonly typesOnly?: readonly string[];
  /** The only packages this room may import, Node's own included. Absent: any the workspace lists. */
  readonly packages?: readonly string[];
}

/** Each feature may import the ones before it. News that must travel the other way goes through the store. */
const FEATURE_ORDER = [
  'listing',
  'audit',
  'mail',
  'organization',
  'spend-limits',
  'groups',
  'workspaces',
  'permissions',
  'keys',
  'models',
  'limits',
  'code-sessions',
  'billing',
  'reports',
  'conversation',
  'chat',
  'messages',
  'embeddings',
  'openapi',
  'accounts',
  'changes',
  'provisioning',
  'console-pages',
];

const FOUNDATION = ['contract', 'kit', 'config', 'store', 'cluster', 'content', 'engine', 'exchange'];
const FEATURES = FEATURE_ORDER.map((name) => `features/${name}`);

function serverRoom(name: string, mayImport: Room['mayImport'], typesOnly: readonly string[] = []): Room {
  return { name, folder: `server/src/${name}`, door: `#${name}`, mayImport, typesOnly };
}

export const ROOMS: readonly Room[] = [
  { name: 'contract', folder: 'contract/src', door: '@svc/contract', mayImport: [], packages: ['zod'] },
  serverRoom('kit', ['contract']),
  serverRoom('config', ['contract', 'kit']),
  serverRoom('store', ['contract', 'kit'], ['config']),
  serverRoom('content', ['contract', 'kit']),
  serverRoom('engine', ['contract', 'kit'], ['config']),
  serverRoom('exchange', ['contract', 'kit'], ['config', 'engine']),
  serverRoom('reply', ['contract', 'kit', 'engine'], ['exchange']),
  serverRoom('tools', ['contract', 'kit', 'config', 'content'], ['engine', 'exchange', 'reply']),
  serverRoom('cluster', ['contract', 'kit'], ['engine']),
  serverRoom('telemetry', ['contract', 'kit', 'exchange']),
  ...FEATURES.map((name, position) => serverRoom(name, [...FOUNDATION, ...FEATURES.slice(0, position)])),
  serverRoom('pipelines', ['contract', 'kit', 'config', 'engine', 'exchange', 'reply', ...FEATURES], ['store']),
  serverRoom('http', ['contract', 'kit', 'config', 'exchange', 'pipelines']),
  serverRoom('control', ['kit']),
  serverRoom('cli', 'everything'),
  // Puts the rooms together.
  serverRoom('platform', 'everything'),
  { name: 'main', folder: 'server/src', door: null, mayImport: 'everything' },
  { name: 'test-kit', folder: 'server/test-kit', door: '#test-kit', mayImport: 'everything' },
  { name: 'server tests', folder: 'server/test', door: null, mayImport: 'everything' },
  // Its door is the scripted engine and the grammars of streams, which the server's tests share; the suite itself is nobody's to import.
  { name: 'conformance', folder: 'conformance', door: '@svc/conformance/upstream', mayImport: ['contract'] },
  { name: 'bench', folder: 'bench', door: null, mayImport: [] },
  // Published: it runs in browsers and on any platform, and needs nothing there.
  { name: 'sdk', folder: 'sdk/src', door: '@svc/sdk', mayImport: [], packages: [] },
  // Runs in browsers. What it knows of the contract are types, which the build drops: its data come over HTTP like anybody's.
  { name: 'console', folder: 'console/src', door: null, mayImport: ['sdk'], typesOnly: ['contract'] },
  { name: 'console build', folder: 'console', door: null, mayImport: 'everything' },
  { name: 'tools', folder: 'tools', door: null, mayImport: 'everything' },
];

/** Something only a few files may do. Paths are files or folders from the repository root; `*` stands for one path segment. */
export interface Privilege {
  readonly why: string;
  readonly paths: readonly string[];
}

/** Privileges bind the contract and the server. Tests, the test kit and the tools around the server are free. */
export const PRIVILEGES = {
  environment: {
    why: 'process.env is read in the config room only: every setting has one reader, one default and one check.',
    paths: ['server/src/config'],
  },
  clock: {
    why: 'The time of day comes from the Clock of #kit only, so that tests can move it; measure durations with performance.now().',
    paths: [
      'server/src/kit/clock.ts',
      'server/src/kit/log.ts',
      // Moves what the sign-in library reads and writes between the machine's time, which is all it knows, and ours.
      'server/src/features/accounts/store/library-database.ts',
    ],
  },
  sql: {
    why: "SQL lives in the store room and in a feature's store.ts only: whoever looks for a query knows where it is.",
    paths: ['server/src/store', 'server/src/features/*/store.ts', 'server/src/features/*/store'],
  },
  driver: {
    why: 'Database drivers are opened in the store and cluster rooms only; other rooms get a Store or SharedCounters.',
    paths: ['server/src/store', 'server/src/cluster'],
  },
  outbound: {
    why: 'Connections leave through engine/upstreams and kit/outbound only: those are the doors with guards on them.',
    paths: [
      'server/src/engine/upstreams',
      'server/src/kit/outbound',
      // Closes the network in the process that reads documents.
      'server/src/content/reader/document-worker.ts',
      // To the operator's mail server, which no request can name.
      'server/src/features/mail/mail-server.ts',
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
export const QUERY_OPENERS: readonly string[] = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
