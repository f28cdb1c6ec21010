/**
 * Names of the pages that have a place in the navigation. Apart from the other words of a page, which only the page loads: all of them
 * together are a sixteenth of what the first page may send.
 */
export const pageTitles = {
  adminKeys: 'Admin keys',
  audit: 'Audit log',
  batches: 'Batches',
  billing: 'Billing and credits',
  files: 'Files',
  keys: 'API keys',
  limits: 'Limits',
  members: 'Members',
  models: 'Models',
  operatorConfiguration: 'Configuration',
  operatorEngines: 'Engines and models',
  operatorEvents: 'Events',
  operatorKeys: 'Operator keys',
  operatorOrganizations: 'Organizations',
  operatorQueues: 'Queues',
  operatorRequests: 'Requests',
  operatorSignUps: 'Sign-ups',
  outbox: 'Mail outbox',
  overview: 'Overview',
  playground: 'Playground',
  plugins: 'Plugins',
  requests: 'Requests',
  settings: 'Settings',
  templates: 'Prompt templates',
  tunnels: 'Tunnels',
  usage: 'Usage and cost',
  webhooks: 'Webhooks',
  workspaces: 'Workspaces',
} as const;
