import type { Billing, OrganizationTier, SpendLimit } from '@svc/contract';

/** Names of values of the contract that several pages show. Those that addresses ask for are in `search-names.ts`. */
export const valueNames = {
  billingStatuses: { active: 'Active', inactive: 'Inactive' },
  allowanceWindows: { monthly: 'Month', weekly: 'Week', session: 'Session' },
  rateTiers: { start: 'Start', '1': 'Tier 1', '2': 'Tier 2', '3': 'Tier 3', '4': 'Tier 4', custom: 'Custom' },
  spendLimitScopes: {
    organization: 'The organization',
    workspace: 'Workspace',
    member: 'Member',
    group: 'Group',
  },
  apiFormats: {
    messages: 'Messages',
    chat: 'Chat completions',
    openai: 'OpenAI chat completions',
    anthropic: 'Anthropic messages',
  },
} as const satisfies ValueNames;

interface ValueNames {
  readonly billingStatuses: Readonly<Record<Billing['status'], string>>;
  readonly allowanceWindows: Readonly<Record<Billing['windows'][number]['kind'], string>>;
  readonly rateTiers: Readonly<Record<OrganizationTier, string>>;
  readonly spendLimitScopes: Readonly<Record<SpendLimit['scope']['type'], string>>;
  readonly apiFormats: Readonly<Record<string, string>>;
}
