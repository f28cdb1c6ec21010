import { pageTitles } from './page-titles.ts';

export const usageStrings = {
  title: pageTitles.usage,
  lead: 'Days are in UTC. Usage that the plan covers has no cost.',
  measure: 'Show',
  measures: { cost: 'Cost', tokens: 'Tokens', requests: 'Requests' },
  by: 'By',
  dimensions: { model: 'Model', workspace_id: 'Workspace', api_key_id: 'API key' },
  chart: (measure: string, by: string) => `${measure} per day by ${by}`,
  byNames: { model: 'model', workspace_id: 'workspace', api_key_id: 'API key' },
  other: 'Other',
  nothing: 'None',
  csv: 'Download CSV',
  csvName: (measure: string, from: string, to: string) => `svc-${measure}-${from}-to-${to}.csv`,
  csvHead: ['day', 'group_id', 'group', 'amount'],
  noPrice: {
    text: (models: string, more: number) =>
      `No price set: calls to ${models}${more > 0 ? ` and ${more} more` : ''} cost $0.00.`,
    link: 'View prices',
  },
  tooLong: 'Choose a range of at most two years that ends after it starts.',
  empty: {
    title: 'No usage in this period',
    text: 'Calls appear here within seconds. Choose another period to look further back.',
  },
} as const;
