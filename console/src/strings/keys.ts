import { pageTitles } from './page-titles.ts';

/** "1 key", "5,000 keys". */
function keysOf(count: string): string {
  return count === '1' ? '1 key' : `${count} keys`;
}

export const keyStrings = {
  title: pageTitles.keys,
  lead: 'Keys that your programs call models with. A key belongs to one workspace and is bound by its limits and allowed addresses.',
  list: 'API keys',
  create: 'Create key',
  empty: {
    title: 'No keys yet',
    text: 'A key lets a program call models on behalf of a workspace. Its secret is shown once, when you create the key.',
    filteredTitle: 'No keys found',
    filtered: 'No key matches the search and the filters. Change or clear them above.',
  },
  columns: {
    name: 'Name',
    secret: 'Secret',
    workspace: 'Workspace',
    status: 'Status',
    lastUsed: 'Last used',
    creator: 'Created by',
    created: 'Created',
  },
  never: 'Never',
  filters: {
    search: 'Search keys',
    searchHint: 'Name, id, last characters or owner',
    owner: 'Owner',
    status: 'Status',
    workspace: 'Workspace',
    anyWorkspace: 'All',
    statuses: { active: 'Active', inactive: 'Inactive', expired: 'Expired', revoked: 'Revoked', all: 'All' },
  },
  bulk: {
    selectMatching: 'Select all that match',
    selecting: (count: string) => `Selecting… ${count}`,
    actions: { activate: 'Activate', deactivate: 'Deactivate', revoke: 'Revoke' },
    titles: {
      activate: (count: string) => `Activate ${keysOf(count)}?`,
      deactivate: (count: string) => `Deactivate ${keysOf(count)}?`,
      revoke: (count: string) => `Revoke ${keysOf(count)}?`,
    },
    working: {
      activate: 'Activating keys',
      deactivate: 'Deactivating keys',
      revoke: 'Revoking keys',
    },
    submit: {
      activate: (count: string) => `Activate ${keysOf(count)}`,
      deactivate: (count: string) => `Deactivate ${keysOf(count)}`,
      revoke: (count: string) => `Revoke ${keysOf(count)}`,
    },
    texts: {
      activate: 'Calls with these keys are accepted again.',
      deactivate: 'Calls with these keys are refused until you activate them again.',
      revoke:
        'Calls with these keys will be refused immediately, and they can never be used again. Their past usage stays in your reports.',
    },
    andMore: (count: string) => `and ${count} more`,
    untouched: {
      activate: (count: string) =>
        `${count} other selected stay as they are: only inactive keys can be activated.`,
      deactivate: (count: string) =>
        `${count} other selected stay as they are: only active keys can be deactivated.`,
      revoke: (count: string) => `${count} other selected are already revoked.`,
    },
    progress: 'Progress',
    running: (tried: string, all: string) => `${tried} of ${all}`,
    done: {
      activate: (count: string) => `${keysOf(count)} activated.`,
      deactivate: (count: string) => `${keysOf(count)} deactivated.`,
      revoke: (count: string) => `${keysOf(count)} revoked.`,
    },
    failed: (count: string) => `Not changed: ${keysOf(count)}`,
    rest: (count: string) => `${keysOf(count)} not tried yet.`,
    stop: 'Stop',
    continue: 'Continue',
  },
  kinds: {
    private: { name: 'Private', hint: 'For servers. Keep it secret.' },
    public: {
      name: 'Public',
      hint: 'For web pages, where anyone can read it. No endpoint accepts public keys yet.',
    },
    svc_code: { name: 'Code', hint: 'For the code client only.' },
  },
  statuses: { active: 'Active', inactive: 'Inactive', expired: 'Expired', revoked: 'Revoked' },
  form: {
    title: 'Create an API key',
    name: 'Name',
    nameHint: 'What the key is for, such as “website backend”.',
    workspace: 'Workspace',
    kind: 'Kind',
    expiry: 'Expires',
    expiries: { never: 'Never', d30: 'In 30 days', d90: 'In 90 days', d365: 'In a year' },
    submit: 'Create key',
    madeTitle: 'Your new key',
    made: (name: string) => `“${name}” is ready. Store its secret where your program reads it.`,
    done: 'I have saved it',
  },
  useWith: {
    title: 'Use with …',
    lead: 'Lines that set these programs to this service. SVC_KEY stands for the secret above.',
    claudeCode: 'Claude Code',
    codex: 'Codex',
    openai: 'OpenAI SDK',
    anthropic: 'Anthropic SDK',
    copy: 'the lines',
  },
  origins: {
    label: 'Allowed origins',
    hint: 'One per line, such as https://app.example.com. Leave empty to allow any origin.',
    narrows:
      'This list limits which web pages can use the key. It does not keep the key secret: a program can send any origin.',
  },
  ips: {
    label: 'Allowed addresses',
    hint: 'One address or range per line, such as 203.0.113.7 or 10.0.0.0/8. Leave empty to allow any address.',
  },
  detail: {
    back: 'All keys',
    about: 'About this key',
    id: 'Key ID',
    kind: 'Kind',
    workspace: 'Workspace',
    creator: 'Created by',
    made: 'Created',
    expires: 'Expires',
    lastUsed: 'Last used',
    lastUsedFrom: (ip: string) => `from ${ip}`,
    uses: 'Calls',
    version: 'Version',
    restrictions: 'Restrictions',
    restrictionsLead: 'Where the key is accepted from. Changes apply to the next call.',
    save: 'Save restrictions',
    saved: 'Restrictions saved.',
    rename: 'Rename',
    renamed: 'Key renamed.',
    anywhere: 'Any',
  },
  stop: {
    title: 'Deactivate or revoke',
    deactivate: 'Deactivate',
    deactivateHint: 'Calls with this key are refused until you activate it again.',
    activate: 'Activate',
    activateHint: 'The key is inactive. Calls with it are refused.',
    deactivated: 'The key is inactive. Calls with it are refused.',
    activated: 'The key is active again.',
    revoke: 'Revoke',
    revokeHint: 'Calls with this key are refused permanently. This cannot be undone.',
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeText:
      'Calls with this key will be refused immediately, and it can never be used again. Its past usage stays in your reports.',
    revoked: 'The key is revoked.',
  },
  rotation: {
    title: 'Rotate',
    hint: 'Creates a new key with the same settings. This key keeps working until you revoke it.',
    start: 'Create replacement key',
    dialog: 'Create a replacement key',
    explain:
      'The replacement key has the same workspace, kind and restrictions. Store its secret in place of the old one.',
    submit: 'Create replacement',
    walkTitle: 'Rotation',
    walkLead:
      'Move your programs to the replacement key, wait until the old key is no longer used, then revoke the old key.',
    old: 'Old key',
    next: 'Replacement key',
    uses: (count: string) => `${count} calls`,
    silent: 'The old key has not been used since you created the replacement. You can revoke it.',
    busy: 'The old key is still in use: it was used after you created the replacement.',
    revokeOld: 'Revoke old key',
    counted: 'Calls appear here within a minute.',
  },
} as const;
