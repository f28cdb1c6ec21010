import { counted } from './counted.ts';
import { searchNames } from './search-names.ts';

/** What engines cost and what is left of retail, for people who run the deployment. */
export const operatorMarginStrings = {
  lead: 'What organizations used, what credits were charged for it, and what the engines cost. Organizations see nothing of it. Periods are those of UTC.',
  period: 'Period',
  start: searchNames.marginPeriods,
  soFar: (name: string) => `${name}, so far`,
  figures: {
    label: 'Figures',
    requests: 'Requests',
    tokens: 'Tokens',
    retail: 'Retail',
    cost: 'Engine cost',
    margin: 'Margin',
    ofPlans: 'Engine cost of plans',
    none: '–',
    before: (amount: string) => `${amount} before`,
  },
  unknown: {
    all: 'No route that answered has a cost, so no margin is known. Add cost to the routes in the configuration.',
    some: (requests: string) =>
      `The engine cost of ${counted(requests, 'request')} is not known, since their routes have no cost: the margin is too high.`,
  },
  models: 'By model',
  organizations: 'By organization',
  sort: 'Order',
  columns: {
    model: 'Model',
    organization: 'Organization',
    requests: 'Requests',
    tokens: 'Tokens',
    retail: 'Retail',
    cost: 'Engine cost',
    margin: 'Margin',
    retailChange: 'Retail, change',
    tokensChange: 'Tokens, change',
  },
  changes:
    'Changes compare with the period before; while a period runs, with the same share of the one before.',
  ofOrganization: {
    title: 'Usage and margin',
    lead: 'The organization sees its own usage and cost, and nothing of the engines’ cost.',
  },
  empty: {
    title: 'No usage in this period',
    text: 'Model calls that used tokens appear here within seconds.',
  },
} as const;
